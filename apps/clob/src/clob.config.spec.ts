import { siteEnvironment } from '@foretell/testing';
import { ConfigError } from '@foretell/platform-server';
import { readClobConfig } from './clob.config';

const GOOD = { AUTH_MASTER_KEY: '07'.repeat(32), EXCHANGE_DOMAIN_NAME: 'Acme' };

function faultsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readClobConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('the configuration of the trading surface', () => {
  it('has defaults for all but the master key', () => {
    const { auth, nats, ...config } = readClobConfig(GOOD);
    expect(config).toMatchObject({
      port: 3001,
      sandboxCreditMicros: null,
      gtdMinimumSeconds: 60,
      priceSideSemantics: 'taker',
      trustedProxies: 0,
    });
    expect(auth).toMatchObject({ prefixes: ['SERVICE', 'POLY', 'KUEST'], maxAgeSeconds: 60, maxAgeReadSeconds: 300 });
    expect(nats).toMatchObject({ name: 'clob', prefix: 'foretell' });
  });

  it('prefers its own database to the common one', () => {
    expect(readClobConfig({ ...GOOD, DATABASE_URL: 'postgresql://a/b' }).databaseUrl).toBe('postgresql://a/b');
    expect(readClobConfig({ ...GOOD, DATABASE_URL: 'postgresql://a/b', CLOB_DATABASE_URL: 'postgres://c/d' }).databaseUrl).toBe(
      'postgres://c/d',
    );
  });

  it('credits new wallets only in the sandbox', () => {
    expect(readClobConfig({ ...GOOD, SANDBOX_CREDIT: '5' }).sandboxCreditMicros).toBeNull();
    expect(readClobConfig({ ...GOOD, SANDBOX: 'true', SANDBOX_CREDIT: '5.5' }).sandboxCreditMicros).toBe(5_500_000);
    expect(readClobConfig({ ...GOOD, SANDBOX: 'true' }).sandboxCreditMicros).toBe(10_000_000_000);
  });

  it('reports the faults of all its parts together, and prints no value', () => {
    const faults = faultsOf({
      CLOB_PORT: 'x',
      DATABASE_URL: 'mysql://u:p4ss@h',
      SANDBOX: 'yes',
      PRICE_SIDE_SEMANTICS: 'maker',
      AUTH_MASTER_KEY: 'short',
      NATS_URL: 'http://h',
    });
    for (const name of ['CLOB_PORT', 'DATABASE_URL', 'SANDBOX', 'PRICE_SIDE_SEMANTICS', 'AUTH_MASTER_KEY', 'NATS_URL']) {
      expect(faults.filter((fault) => fault.startsWith(name)).length).toBeGreaterThan(0);
    }
    expect(faults.join()).not.toMatch(/p4ss|short|maker\b.*=|http:\/\/h/);
  });

  it.each([
    { CLOB_PORT: '65536' },
    { CLOB_PORT: '-1' },
    { CLOB_POOL_MAX: '1' },
    { LOG_LEVEL: 'loud' },
    { SANDBOX_CREDIT: '-5' },
    { SANDBOX_CREDIT: '1e4' },
    { GTD_MIN_SECONDS: '1.5' },
    { TRUSTED_PROXIES: '-1' },
    { AUTH_MASTER_KEY: '' },
  ])('refuses %j', (environment) => {
    expect(faultsOf({ ...GOOD, ...environment })).toHaveLength(1);
  });
});

describe.each(['local', 'production'] as const)('the manifests of %s', (overlay) => {
  it('configure the surface', () => {
    const { port, databaseUrl, trustedProxies, nats } = readClobConfig({
      ...siteEnvironment(overlay, 'clob'),
      EXCHANGE_DOMAIN_NAME: 'Acme',
    });
    expect({ port, trustedProxies }).toEqual({ port: 3001, trustedProxies: 1 });
    expect(databaseUrl).toMatch(/^postgresql:\/\/foretell_\w+:\w+@postgres-rw/);
    expect(nats).toMatchObject({ prefix: 'foretell', user: 'clob', jetStreamApi: 'foretell.js' });
  });
});

describe('S8: a configuration with money at stake', () => {
  const { EXCHANGE_DOMAIN_NAME: _own, ...bare } = GOOD;

  it("does not sign in a live venue's domain unless it says so", () => {
    expect(faultsOf(bare)).toEqual([
      expect.stringMatching(
        /^orders are signed in a live venue's EIP-712 domain.*set EXCHANGE_DOMAIN_NAME.*ACCEPT_FOREIGN_DOMAIN=yes/,
      ),
      expect.stringMatching(/^API keys are given for a statement that live venues use too.*set EXCHANGE_DOMAIN_NAME/),
    ]);
    for (const more of [{ SANDBOX: 'true' }, { ACCEPT_FOREIGN_DOMAIN: 'yes' }, { EXCHANGE_DOMAIN_NAME: 'Acme' }])
      expect(faultsOf({ ...bare, ...more })).toEqual([]);
    expect(faultsOf(siteEnvironment('production', 'clob'))).toHaveLength(2);
    expect(faultsOf(siteEnvironment('local', 'clob'))).toEqual([]);
  });

  it('takes orders of a day, and in the sandbox of any age', () => {
    expect(readClobConfig(GOOD).orderMaxAgeSeconds).toBe(86_400);
    expect(readClobConfig({ ...GOOD, SANDBOX: 'true' }).orderMaxAgeSeconds).toBeNull();
    expect(readClobConfig({ ...GOOD, ORDER_MAX_AGE_SECONDS: '60' }).orderMaxAgeSeconds).toBe(60);
    expect(readClobConfig({ ...GOOD, ORDER_MAX_AGE_SECONDS: '0' }).orderMaxAgeSeconds).toBeNull();
  });
});
