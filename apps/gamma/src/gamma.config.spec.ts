import { siteEnvironment } from '@foretell/testing';
import { readGammaConfig } from './gamma.config';

describe.each(['local', 'production'] as const)('the manifests of %s', (overlay) => {
  it('configure the service', () => {
    const { port, databaseUrl, trustedProxies, nats } = readGammaConfig(siteEnvironment(overlay, 'gamma'));
    expect({ port, trustedProxies }).toEqual({ port: 3002, trustedProxies: 1 });
    expect(databaseUrl).toMatch(/^postgresql:\/\/foretell_\w+:\w+@postgres-rw/);
    expect(nats).toMatchObject({ prefix: 'foretell', user: 'gamma', jetStreamApi: 'foretell.js' });
  });
});
