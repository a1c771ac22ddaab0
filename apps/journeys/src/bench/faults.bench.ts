import { setTimeout as delay } from 'node:timers/promises';
import { TradingClient } from '@foretell/client';
import { createTestDatabase, testNats, type Measurement } from '@foretell/testing';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/free-port';
import { Front } from '../harness/front';
import { openMarkets } from '../harness/reads';
import { acceptances, journalFacts, orderIds, wronglyFilled } from '../harness/record';
import { SettlingLoad } from '../harness/settling-load';
import { SurfaceProcess } from '../harness/surface-process';
import { TcpProxy } from '../harness/tcp-proxy';
import { startWorld, type World } from '../harness/world';

const TRADERS = 8;
const MARKETS = 4;
const BEFORE_MS = 3_000;
const FAULT_MS = 20_000;
const AFTER_ORDERS = 100;
const RECOVER_MS = 60_000;

/** Two replicas of the trading surface behind one address, and the wires of the one that writes. */
interface Stage {
  readonly world: World;
  readonly database: TcpProxy;
  readonly nats: TcpProxy;
}

interface Fault {
  readonly name: string;
  begin(stage: Stage): Promise<void> | void;
  /** What ends after a while, if it does. */
  end?(stage: Stage): Promise<void> | void;
}

const FAULTS: readonly Fault[] = [
  { name: 'writer killed', begin: ({ world }) => world.clob.kill() },
  {
    name: 'writer frozen, then continued',
    begin: ({ world }) => void process.kill(world.clob.pid, 'SIGSTOP'),
    end: ({ world }) => void process.kill(world.clob.pid, 'SIGCONT'),
  },
  {
    name: 'writer cut off from PostgreSQL',
    begin: ({ database }) => database.goDark(),
    end: ({ database }) => database.heal(),
  },
  { name: 'writer cut off from NATS', begin: ({ nats }) => nats.goDark(), end: ({ nats }) => nats.heal() },
  { name: 'machine gone mid-transaction', begin: goneMidTransaction },
];

/** The recorder waits for a lock in its transaction when everything of its process falls silent; then the lock is given up. */
async function goneMidTransaction({ world, database, nats }: Stage): Promise<void> {
  const obstacle = await world.database.pool.connect();
  try {
    await obstacle.query('begin; lock table clob.fills in exclusive mode');
    // A movement of funds makes the recorder's transaction one of several statements.
    void world.ops('ledger', 'credit', `0x${'12'.repeat(20)}`, '1', '--reference', 'mid-transaction').catch(() => undefined);
    await eventually('the recorder waits', async () => {
      const { rows } = await obstacle.query(
        `select 1 from pg_stat_activity where application_name = 'foretell-clob-recorder' and wait_event_type = 'Lock'`,
      );
      return rows.length > 0 ? true : undefined;
    });
    await delay(500);
    database.goDark();
    nats.goDark();
    process.kill(world.clob.pid, 'SIGSTOP');
  } finally {
    await obstacle.query('rollback');
    obstacle.release();
  }
}

/** Each fault on processes of its own, under load: what was lost, doubled or unclear, and for how long nothing was taken. */
export async function bench({ only }: { readonly only?: string }): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const fault of FAULTS.filter(({ name }) => only === undefined || name.includes(only))) {
    process.stderr.write(`${fault.name} ...\n`);
    rows.push(...(await suffered(fault)));
  }
  return rows;
}

async function suffered(fault: Fault): Promise<Measurement[]> {
  const record = await createTestDatabase();
  const { url: natsUrl } = testNats();
  const [database, nats] = [await TcpProxy.before(record.url), await TcpProxy.before(natsUrl)];
  const wired = { CLOB_DATABASE_URL: database.through(record.url), NATS_URL: nats.through(natsUrl) };
  const world = await startWorld({
    logLevel: 'info',
    database: record,
    environmentOf: (app) => ({ SANDBOX_CREDIT: '1000000', LEASE_SILENCE_MILLIS: '1000', ...(app === 'clob' ? wired : {}) }),
  });
  const closing: (() => Promise<void> | void)[] = [];
  try {
    await world.importSample();
    const markets = await openMarkets(world, MARKETS);
    const port = await freePort();
    const standby = new SurfaceProcess('clob', `http://127.0.0.1:${port}`, {
      ...world.operator.environment,
      CLOB_PORT: String(port),
    });
    closing.push(() => standby.stop());
    await standby.start();
    const front = await Front.before([world.clob.url, standby.url]);
    closing.unshift(() => front.close());
    const traders = await Promise.all(
      Array.from({ length: TRADERS }, async () => {
        const { wallet, key } = await world.trader();
        const trader = new TradingClient({ url: front.url, wallet });
        trader.useKey(key);
        closing.unshift(() => trader.close());
        return trader;
      }),
    );
    const load = new SettlingLoad(traders, markets);
    await delay(BEFORE_MS);
    const stage = { world, database, nats };
    const moment = performance.now();
    await fault.begin(stage);
    await delay(FAULT_MS);
    await fault.end?.(stage);
    const ended = performance.now();
    await eventually(
      'orders are taken again',
      () => Promise.resolve(load.hasAcknowledgedSince(ended, AFTER_ORDERS) ? true : undefined),
      RECOVER_MS,
    );
    const gap = load.longestGapSince(moment);
    await load.stop();
    return await counted(fault.name, world, load, gap);
  } finally {
    for (const close of closing) await close();
    await world.clob.kill();
    for (const proxy of [database, nats]) proxy.close();
    await world.stop();
  }
}

async function counted(fault: string, world: World, load: SettlingLoad, gap: number): Promise<Measurement[]> {
  const accepted = acceptances(await journalFacts(world, 'clob'));
  const recorded = await orderIds(world);
  const lost = [...load.acknowledgedAt.keys()].filter((id) => accepted.get(id) === undefined || !recorded.has(id));
  const doubled = [...accepted].filter(([, times]) => times !== 1).length + (await wronglyFilled(world)).length;
  const row = (name: string, value: number, unit: string): Measurement => ({ name: `${fault}: ${name}`, value, unit });
  return [
    row('acknowledged', load.acknowledgedAt.size, 'orders'),
    row('lost', lost.length, 'orders'),
    row('doubled or filled wrongly', doubled, 'orders'),
    row('outcome unknown, settled by sending again', load.ambiguous.size, 'orders'),
    row('turned away, nothing done', load.turnedAway, 'requests'),
    row('longest time in which no order was taken', gap / 1_000, 's'),
  ];
}
