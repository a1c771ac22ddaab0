import { siteEnvironment } from '@foretell/testing';
import { readDataConfig } from './data.config';

const GIVEN = { DATABASE_URL: 'postgresql://data@127.0.0.1:5432/foretell' };

describe("the data service's configuration", () => {
  it('listens on 3003 and is open to all addresses by default', () => {
    const config = readDataConfig(GIVEN);
    expect([config.port, config.trustedProxies, config.ipAllowlist.admits('203.0.113.9'), config.databaseUrl]).toEqual([
      3003,
      0,
      true,
      GIVEN.DATABASE_URL,
    ]);
  });

  it('prefers its own database address', () => {
    expect(readDataConfig({ ...GIVEN, DATA_DATABASE_URL: 'postgres://own@db/own' }).databaseUrl).toBe('postgres://own@db/own');
  });

  it('reports all faults together', () => {
    const faults = (): unknown =>
      readDataConfig({ DATA_PORT: 'x', DATA_IP_ALLOWLIST: 'everyone', TRUSTED_PROXIES: '-1', MONITOR_PORT: '0' });
    for (const name of ['DATA_DATABASE_URL', 'DATA_PORT', 'DATA_IP_ALLOWLIST', 'TRUSTED_PROXIES', 'MONITOR_PORT'])
      expect(faults).toThrow(name);
  });
});

describe.each(['local', 'production'] as const)('the manifests of %s', (overlay) => {
  it('configure the service', () => {
    const { port, databaseUrl, trustedProxies, nats } = readDataConfig(siteEnvironment(overlay, 'data'));
    expect({ port, trustedProxies }).toEqual({ port: 3003, trustedProxies: 1 });
    expect(databaseUrl).toMatch(/^postgresql:\/\/foretell_\w+:\w+@postgres-rw/);
    expect(nats).toMatchObject({ prefix: 'foretell', user: 'data', jetStreamApi: 'foretell.js' });
  });
});
