import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, testNats } from '@foretell/testing';
import { eventually } from '../../harness/eventually';
import { TcpProxy } from '../../harness/tcp-proxy';
import type { TwoReplicas } from '../../harness/two-replicas';
import type { Fault, Stage } from './fault';

/** The links of the replica that writes first. */
interface Links {
  readonly database: TcpProxy;
  readonly nats: TcpProxy;
}

type Act = (replicas: TwoReplicas, links: Links) => Promise<void> | void;

export const WRITER_FAULTS: readonly Fault[] = [
  writerFault('writer-killed', 'writer killed', ({ world }) => world.clob.kill()),
  writerFault(
    'writer-frozen',
    'writer frozen, then continued',
    ({ world }) => void process.kill(world.clob.pid, 'SIGSTOP'),
    ({ world }) => void process.kill(world.clob.pid, 'SIGCONT'),
  ),
  writerFault(
    'writer-without-postgres',
    'writer isolated from PostgreSQL',
    (_, { database }) => database.goDark(),
    (_, { database }) => database.heal(),
  ),
  writerFault(
    'writer-without-nats',
    'writer isolated from NATS',
    (_, { nats }) => nats.goDark(),
    (_, { nats }) => nats.heal(),
  ),
  writerFault('writer-machine-lost', 'machine lost mid-transaction', goneMidTransaction),
];

function writerFault(name: string, what: string, begin: Act, end?: Act): Fault {
  return {
    name,
    what,
    async stage(atEnd): Promise<Stage> {
      const record = await createTestDatabase();
      const { url } = testNats();
      const links = { database: await TcpProxy.before(record.url), nats: await TcpProxy.before(url) };
      for (const proxy of [links.database, links.nats]) atEnd(() => proxy.close());
      const linked = { CLOB_DATABASE_URL: links.database.through(record.url), NATS_URL: links.nats.through(url) };
      return {
        options: { database: record, environmentOf: (app) => (app === 'clob' ? linked : {}) },
        begin: (replicas) => begin(replicas, links),
        end: (replicas) => end?.(replicas, links),
      };
    },
  };
}

/** The projector waits for a lock in its transaction when all links of its process go silent; then the lock is released. */
async function goneMidTransaction({ world }: TwoReplicas, { database, nats }: Links): Promise<void> {
  const obstacle = await world.database.pool.connect();
  try {
    await obstacle.query('begin; lock table clob.fills in exclusive mode');
    // A movement of funds makes the projector's transaction one of several statements.
    void world.ops('ledger', 'credit', `0x${'12'.repeat(20)}`, '1', '--reference', 'mid-transaction').catch(() => undefined);
    await eventually('the projector waits', async () => {
      const { rows } = await obstacle.query(
        `select 1 from pg_stat_activity where application_name = 'foretell-clob-recorder' and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
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
