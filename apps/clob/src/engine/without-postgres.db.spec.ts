import type { NestExpressApplication } from '@nestjs/platform-express';
import { fieldsOf } from '../testing/answer';
import { BlackHole } from '../testing/black-hole';
import { ClobWorld } from '../testing/clob-world';
import { EngineService } from './engine.service';

describe('a replica whose PostgreSQL is unavailable', () => {
  let world: ClobWorld;
  let hole: BlackHole;
  let replica: NestExpressApplication;
  let url: string;
  const terminate = jest.fn<void, [unknown]>();

  beforeAll(async () => {
    world = await ClobWorld.open();
    hole = await BlackHole.before(world.config.databaseUrl);
    const config = { ...world.config, databaseUrl: hole.url, terminate };
    ({ app: replica, url } = await world.process(config));
    await isReady();
  });
  afterAll(async () => {
    hole?.close();
    await replica?.close();
    await world?.close();
  });

  const readiness = async (): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`${url}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };
  const isReady = (): Promise<void> => world.until('it is ready', async () => (await readiness()).status === 200);

  it('stays up, shows why it is not ready and that nothing of a command was done, and later writes', async () => {
    const market = await world.list();
    const alice = await world.trader();
    const there = world.at(url, alice);
    const buy = { tokenId: market.yes, side: 'BUY', shares: 10 } as const;
    await world.untilListed(url, market);
    await there.rest({ ...buy, pips: 4_000 });
    hole.refuse();
    await world.app.close();
    await world.until('it says why', async () => {
      const { status, text } = await readiness();
      return status === 503 && text.includes('PostgreSQL cannot be used');
    });
    const refused = await there.call('POST', '/orders', [there.sign({ ...buy, pips: 4_100 }).item]);
    expect([refused.status, fieldsOf(refused.body)['code']]).toEqual([503, 'database_unavailable']);
    hole.release();
    await world.until('it writes', async () => {
      if (terminate.mock.calls.length > 0)
        throw new Error('the process would have ended', { cause: terminate.mock.calls[0]?.[0] });
      return Promise.resolve(replica.get(EngineService).isWriting());
    });
    await there.rest({ ...buy, pips: 4_200 });
    expect(terminate).not.toHaveBeenCalled();
  });
});
