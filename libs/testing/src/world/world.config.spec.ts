import { readWorldConfig } from './world.config';

describe('the test environment', () => {
  it.each([{}, { TEST_DATABASE_URL: 'postgresql://x' }, { NATS_URL: 'nats://x' }])(
    'refuses %j with what to do about it',
    (env) => {
      expect(() => readWorldConfig(env)).toThrow(/^call the spec \*\.db\.spec\.ts, or set TEST_DATABASE_URL and NATS_URL$/);
    },
  );

  it('reads the servers from the variables', () => {
    const config = readWorldConfig({ TEST_DATABASE_URL: 'postgresql://x', NATS_URL: 'nats://y', TEST_TEMPLATE_DATABASE: 'z' });
    expect(config).toEqual({ databaseUrl: 'postgresql://x', natsUrl: 'nats://y', templateDatabase: 'z' });
  });
});
