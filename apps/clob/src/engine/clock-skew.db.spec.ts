import type { NestExpressApplication } from '@nestjs/platform-express';
import { createClobService } from '../service';
import { ClobWorld } from '../testing/clob-world';
import { EngineService } from './engine.service';

const HOUR_MILLIS = 3_600_000;
const MINUTE_SECONDS = 60;

describe('N4: a replica whose clock is an hour ahead', () => {
  let world: ClobWorld;
  const replicas: NestExpressApplication[] = [];

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(async () => {
    for (const replica of replicas) await replica.close();
    await world?.close();
  });

  /** A replica that compares its clock with PostgreSQL's, as in production; other specs use a test clock. */
  async function replica(aheadMillis: number): Promise<NestExpressApplication> {
    const config = { ...world.config, clockSkewMaxMillis: 2_000 };
    const clock = (): number => Date.now() + aheadMillis;
    const service = await createClobService(config, { clock, logStream: { write: () => undefined } });
    replicas.push(service);
    await service.listen(0, '127.0.0.1');
    return service;
  }
  const readiness = async (service: NestExpressApplication): Promise<string> =>
    (await fetch(`${await service.getUrl()}/readyz`)).text();

  it('does not write, logs what to fix, and expires nothing; a replica with a correct clock takes over', async () => {
    const [market, alice] = [await world.list(), await world.trader()];
    const expirationSeconds = Math.floor(Date.now() / 1_000) + 30 * MINUTE_SECONDS;
    const { item, orderId } = alice.sign({
      tokenId: market.yes,
      side: 'BUY',
      pips: 4_000,
      shares: 10,
      orderType: 'GTD',
      expirationSeconds,
    });
    expect(await alice.ok('POST', '/order', item)).toMatchObject({ success: true, status: 'live' });
    const wrong = await replica(HOUR_MILLIS);
    await world.until('it has followed', async () => wrong.get(EngineService).orderWallet(orderId) !== undefined);
    await world.app.close();
    await world.until('it says why it does not write', async () =>
      (await readiness(wrong)).includes("the clock of this machine is 3600.0 s ahead of PostgreSQL's"),
    );
    const right = await replica(0);
    await world.until('the other one writes', () => Promise.resolve(right.get(EngineService).isWriting()));
    expect(wrong.get(EngineService).isWriting()).toBe(false);
    const filter = { wallets: [alice.wallet.address], beforePriority: 0, limit: 10 };
    expect((await right.get(EngineService).openOrders(filter)).map((order) => order.orderId)).toEqual([orderId]);
  });
});
