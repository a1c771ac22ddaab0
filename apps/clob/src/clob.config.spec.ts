import { siteEnvironment } from '@foretell/testing';
import { ConfigError } from '@foretell/platform-server';
import { USUAL_BOUNDS } from '@foretell/exchange';
import { readClobConfig } from './clob.config';

const DATABASE_URL = 'postgresql://clob@127.0.0.1:5432/foretell';
const GOOD = { AUTH_MASTER_KEY: '07'.repeat(32), EXCHANGE_DOMAIN_NAME: 'Acme', DATABASE_URL };

function faultsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readClobConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('the configuration of the trading service', () => {
  it('has defaults for all but the master key and the database', () => {
    const { auth, nats, ...config } = readClobConfig(GOOD);
    expect(config).toMatchObject({
      port: 3001,
      sandboxCreditMicros: null,
      gtdMinimumSeconds: 60,
      bounds: USUAL_BOUNDS,
      keysPerAddressMax: 100,
      clockSkewMaxMillis: 2_000,
      trustedProxies: 0,
      resolution: { windowMillis: 7_200_000, graceMillis: 3_600_000, isSourceRequired: false, isDirectAllowed: true },
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
      LISTEN_HOST: 'everywhere',
      LOG_LEVEL: 'loud',
      OTEL_TRACES_EXPORTER: 'zipkin',
      AUTH_MASTER_KEY: 'short',
      NATS_URL: 'http://h',
    });
    expect(faults).toEqual([
      'CLOB_PORT must be a whole number, 0 to 65535',
      'CLOB_DATABASE_URL must be postgresql://user:password@host:port/database; default DATABASE_URL',
      'NATS_URL must be nats://host:port or tls://host:port, several separated by commas; the user is given by NATS_USER and NATS_PASSWORD',
      'LISTEN_HOST must be an IP address, such as 127.0.0.1',
      'SANDBOX must be true or false',
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
      'OTEL_TRACES_EXPORTER must be none or otlp',
      'AUTH_MASTER_KEY must be at least 32 bytes in hex',
    ]);
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
    { TRUSTED_PROXIES: '11' },
    { CONNECTIONS_PER_ADDRESS: '0' },
    { NATS_USER: 'clob' },
    { AUTH_OLD_MASTER_KEYS: '1:short' },
    { ALLOWED_SIGNATURE_TYPES: '4' },
    { DATABASE_URL: '' },
    { AUTH_MASTER_KEY: '' },
  ])('refuses %j', (environment) => {
    expect(faultsOf({ ...GOOD, ...environment })).toHaveLength(1);
  });
});

describe.each(['local', 'production'] as const)('the manifests of %s', (overlay) => {
  it('configure the service', () => {
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
  const { EXCHANGE_DOMAIN_NAME: _own, ...nameless } = GOOD;

  it("does not sign in a live venue's domain unless it says so", () => {
    expect(faultsOf(nameless)).toEqual([
      expect.stringMatching(
        /^orders are signed in a live venue's EIP-712 domain.*set EXCHANGE_DOMAIN_NAME.*ACCEPT_FOREIGN_DOMAIN=yes/,
      ),
      expect.stringMatching(/^API keys are given for a statement that live venues use too.*set EXCHANGE_DOMAIN_NAME/),
    ]);
    for (const more of [{ SANDBOX: 'true' }, { ACCEPT_FOREIGN_DOMAIN: 'yes' }, { EXCHANGE_DOMAIN_NAME: 'Acme' }])
      expect(faultsOf({ ...nameless, ...more })).toEqual([]);
    expect(faultsOf({ ...nameless, CLOB_PORT: 'x' })).toHaveLength(3);
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
