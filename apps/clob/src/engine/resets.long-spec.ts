import type { NestExpressApplication } from '@nestjs/platform-express';
import { exchangeRules } from '../clob.config';
import { examine } from '../ops/examination';
import { BlackHole, type ResetPoint } from '../testing/black-hole';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { EngineService } from './engine.service';
import { BEATING, PROJECTOR_APPLICATION, WRITER_LOCK } from './lease';

/** The statements, or their names, of a process from its first try for the lease to its first command, in order. */
const LOOKED = '\0try-lease\0';
const RAISED = 'update clob.recorder set epoch';
const TAKEN = '\0be-unwilling\0';
const STEPS: readonly Omit<ResetPoint, 'whose'>[] = [
  { at: BEATING },
  { at: '\0end-silent\0' },
  { at: '\0server-time\0' },
  { at: '\0be-willing\0' },
  { at: LOOKED },
  { after: LOOKED, at: '\0server-time\0' },
  { at: '\0end-writers\0' },
  { at: 'set epoch = greatest(epoch + 1' },
  { at: RAISED },
  { after: RAISED, at: 'journal_head' },
  { after: RAISED, at: '\0lineages of clob\0' },
  { at: TAKEN },
  { after: TAKEN, at: '\0follow\0' },
  { after: TAKEN, at: 'journal_head' },
  { after: TAKEN, at: 'clob.recorder' },
  { after: TAKEN, at: '\0bans\0' },
];
const POINTS = [
  ...STEPS.map((step) => ({ ...step, whose: 'all' as const })),
  ...STEPS.map(({ at }) => ({ at, whose: 'its own' as const })),
];
const LONG = 120_000;

describe('a replica whose connections to PostgreSQL end while it takes over', () => {
  let world: ClobWorld;
  let hole: BlackHole;
  let replica: NestExpressApplication;
  let market: WorldMarket;
  let there: Trader;
  const terminate = jest.fn<void, [unknown]>();

  beforeEach(async () => {
    terminate.mockReset();
    world = await ClobWorld.open();
    hole = await BlackHole.before(world.config.databaseUrl);
    const config = { ...world.config, databaseUrl: hole.url, terminate };
    const { app, url } = await world.replica(config);
    replica = app;
    market = await world.list();
    there = world.at(url, await world.trader());
    await world.untilListed(url, market);
  });
  afterEach(async () => {
    hole?.close();
    await replica?.close();
    await world?.close();
  });

  const untilAlive = (what: string, holds: () => boolean | Promise<boolean>): Promise<void> =>
    world.until(what, async () => {
      const [call] = terminate.mock.calls;
      if (call !== undefined) throw new Error(`the process would have ended before ${what}`, { cause: call[0] });
      return holds();
    });
  const writes = (): Promise<void> => untilAlive('it writes', () => replica.get(EngineService).isWriting());
  const requireWhole = async (): Promise<void> => {
    const { checks } = await examine(world.config.databaseUrl, exchangeRules(world.config));
    expect(checks.filter(({ holds }) => !holds)).toEqual([]);
    expect(terminate).not.toHaveBeenCalled();
  };

  it(
    'starts over wherever that happens, and writes in the end',
    async () => {
      hole.resetAt(POINTS);
      // An attempt under way may be past the first point, and would then take the lease without it.
      await untilAlive('the first point', () => hole.nextReset !== POINTS[0]);
      await world.app.close();
      for (const point of POINTS) await untilAlive(JSON.stringify(point), () => hole.nextReset !== point);
      await writes();
      await there.rest({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 });
      await requireWhole();
    },
    LONG,
  );

  it('starts over when it loses the lease while the tables are locked', async () => {
    const { pool } = world.database;
    const holder = async (): Promise<unknown> => {
      const { rows } = await pool.query<{ pid: number }>(
        `select a.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'advisory' and l.granted
           and l.objid = $1 and l.database = (select oid from pg_database where datname = current_database())`,
        [WRITER_LOCK],
      );
      return rows[0]?.pid;
    };
    const endHolder = async (pid: unknown): Promise<void> => void (await pool.query('select pg_terminate_backend($1)', [pid]));
    /** The previous writer waits for the same lock, in its own session. */
    const areLocking = async (): Promise<boolean> => {
      const waiting = `select from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and l.relation = 'clob.orders'::regclass and a.application_name = $1`;
      const isTakingOver = (await replica.get(EngineService).check())?.startsWith('taking over') === true;
      return isTakingOver && (await pool.query(waiting, [PROJECTOR_APPLICATION])).rowCount === 2;
    };
    const locking = await pool.connect();
    await locking.query('begin; lock table clob.orders in exclusive mode');
    await there.rest({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 });
    const first = await holder();
    await endHolder(first);
    let second: unknown;
    await untilAlive('it has the lease', async () => {
      second = await holder();
      return second !== undefined && second !== first;
    });
    await untilAlive('the tables are waited for', areLocking);
    await endHolder(second);
    await untilAlive('it has the lease again', async () => {
      const third = await holder();
      return third !== undefined && third !== second;
    });
    await locking.query('commit');
    locking.release();
    await writes();
    await requireWhole();
  });
});
