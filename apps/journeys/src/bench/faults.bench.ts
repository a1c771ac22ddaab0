import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, testNats, type Measurement } from '@foretell/testing';
import { eventually } from '../harness/eventually';
import { TcpProxy } from '../harness/tcp-proxy';
import { TwoReplicas } from '../harness/two-replicas';
import type { World } from '../harness/world';

const TRADERS = 8;
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
  const replicas = await TwoReplicas.start(TRADERS, {
    logLevel: 'info',
    database: record,
    environmentOf: (app) => ({ SANDBOX_CREDIT: '1000000', LEASE_SILENCE_MILLIS: '1000', ...(app === 'clob' ? wired : {}) }),
  });
  const { world, load } = replicas;
  try {
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
    return await counted(fault.name, replicas, gap);
  } finally {
    await world.clob.kill();
    for (const proxy of [database, nats]) proxy.close();
    await replicas.stop();
  }
}

async function counted(fault: string, replicas: TwoReplicas, gap: number): Promise<Measurement[]> {
  const { lost, doubled } = await replicas.fates();
  const { load } = replicas;
  const row = (name: string, value: number, unit: string): Measurement => ({ name: `${fault}: ${name}`, value, unit });
  return [
    row('acknowledged', load.acknowledgedAt.size, 'orders'),
    row('lost', lost.length, 'orders'),
    row('doubled or filled wrongly', doubled.length, 'orders'),
    row('outcome unknown, settled by sending again', load.ambiguous.size, 'orders'),
    row('turned away, nothing done', load.turnedAway, 'requests'),
    row('longest time in which no order was taken', gap / 1_000, 's'),
  ];
}
