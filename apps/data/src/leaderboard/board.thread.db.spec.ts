import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DatabaseOptions } from '@foretell/platform-prisma';
import { ALICE, BOB, CAROL, maker, quote, RAIN, trade, YES } from '@foretell/testing/trading';
import { market } from '../testing/events';
import { DAY, HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';
import { BoardFollower } from './board.follower';
import { BoardThread, type LoadingOrder } from './board.thread';

jest.setTimeout(60_000);

const THREAD = join(__dirname, '../../../../tools/test-modules/thread.cjs');

function fromSources(order: LoadingOrder): Worker {
  const argv = [join(__dirname, 'loading-thread.ts')];
  return new Worker(THREAD, { argv, execArgv: ['--conditions', '@foretell/source'], workerData: order });
}

describe('a board that a thread loads', () => {
  let world: ScenarioWorld;
  let database: DatabaseOptions;
  beforeEach(async () => {
    world = await ScenarioWorld.open();
    database = { url: world.database.url, poolMax: 1, applicationName: 'data' };
    await buys(ALICE, NOW - 20 * DAY, 100);
    await buys(CAROL, NOW - 3 * DAY, 50);
    await world.publish(quote(NOW - 2 * DAY, 59, 61));
    await buys(ALICE, NOW - HOUR, 10);
  });
  afterEach(() => world.close());

  function buys(taker: string, at: number, shares: number): Promise<void> {
    return world.publish(trade({ at, taker, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', shares, 40)] }));
  }

  function followerBy(thread: BoardThread): BoardFollower {
    return new BoardFollower(world.database.pool, () => world.now, thread);
  }

  /** All places of the boards that the scenario moves. */
  async function placesOf(follower: BoardFollower): Promise<unknown> {
    await follower.refresh();
    const { board } = follower;
    return (['DAY', 'WEEK', 'MONTH', 'ALL'] as const).flatMap((period) =>
      (['OVERALL', 'WEATHER', 'SPORTS'] as const).flatMap((category) =>
        (['PNL', 'VOL'] as const).map((orderBy) => [
          period,
          category,
          orderBy,
          board?.page({ period, category, orderBy }, 0, 10),
        ]),
      ),
    );
  }

  it('is the board of the tables, and follows them from there', async () => {
    const apart = followerBy(new BoardThread(database, 0, fromSources));
    const expectSame = async (): Promise<void> => expect(await placesOf(apart)).toEqual(await placesOf(world.follower));
    await expectSame();
    expect(world.follower.board?.page({ period: 'WEEK', category: 'WEATHER', orderBy: 'VOL' }, 0, 10)).toHaveLength(3);
    await buys(CAROL, NOW - HOUR / 2, 70);
    await world.publish(quote(NOW - HOUR / 2, 69, 71));
    await expectSame();
    world.now = NOW + 5 * DAY;
    await expectSame();
    expect(apart.loads).toBe(1);
    await world.lists(market(RAIN, [{ label: 'Sports', slug: 'sports' }]));
    await expectSame();
    expect([apart.loads, world.follower.loads]).toEqual([2, 2]);
  });

  it('is loaded by the thread from a number of events on only', async () => {
    const opened: LoadingOrder[] = [];
    const here = followerBy(
      new BoardThread(database, 1_000_000, (order) => {
        opened.push(order);
        return fromSources(order);
      }),
    );
    expect(await placesOf(here)).toEqual(await placesOf(world.follower));
    expect(opened).toEqual([]);
  });

  it('is loaded in the next round when a thread fails or ends', async () => {
    const programs = ['throw new Error("no memory")', 'process.exit(1)'];
    const open = (order: LoadingOrder): Worker => {
      const program = programs.shift();
      return program === undefined ? fromSources(order) : new Worker(program, { eval: true });
    };
    const follower = followerBy(new BoardThread(database, 0, open));
    await expect(follower.refresh()).rejects.toThrow('no memory');
    await expect(follower.refresh()).rejects.toThrow('the thread that loads the leaderboard ended');
    expect(await placesOf(follower)).toEqual(await placesOf(world.follower));
  });

  it('is given up when the service ends', async () => {
    const holder = await world.database.pool.connect();
    await holder.query('BEGIN; LOCK TABLE data.positions IN ACCESS EXCLUSIVE MODE');
    const follower = followerBy(new BoardThread(database, 0, fromSources));
    const loading = follower.refresh();
    loading.catch(() => undefined);
    await waitingForLock(world);
    await follower.beforeApplicationShutdown();
    await expect(loading).rejects.toThrow('ended');
    await holder.query('ROLLBACK');
    holder.release();
  });
});

async function waitingForLock({ database: { pool } }: ScenarioWorld): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'data-leaderboard' AND wait_event_type = 'Lock'`);
    if (rowCount === 1) return;
  }
}
