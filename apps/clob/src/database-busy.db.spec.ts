import { DATABASE_POOL, VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { ClobWorld } from './testing/clob-world';
import type { Trader } from './testing/trader';

describe('a pool whose connections are all in use', () => {
  let world: ClobWorld;
  let alice: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    alice = await world.trader();
  });
  afterAll(() => world?.close());

  it('is overload, which is said with the time to wait, and no fault', async () => {
    const pools = new Set([world.app.get<Pool>(VITAL_POOL), world.app.get<Pool>(DATABASE_POOL)]);
    const held = await Promise.all([...pools].flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect())));
    const unknown = alice.key.apiKey.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const logged = world.log.length;
    try {
      const unknownKey = { SERVICE_ADDRESS: alice.wallet.address, SERVICE_API_KEY: unknown };
      const now = { SERVICE_TIMESTAMP: String(Math.floor(world.now / 1_000)), SERVICE_SIGNATURE: 'x', SERVICE_PASSPHRASE: 'x' };
      const headers = { ...unknownKey, ...now, 'content-type': 'application/json' };
      const answer = await fetch(`${world.url}/order`, { method: 'DELETE', headers, body: '{"orderID":"0x1"}' });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await answer.json()).toMatchObject({ code: 'database_busy' });
    } finally {
      for (const client of held) client.release();
    }
    expect(world.log.slice(logged).filter((line) => line.includes('unexpected fault'))).toEqual([]);
  });
});
