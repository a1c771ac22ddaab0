import { eventStream } from '@foretell/contracts';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import type { ServiceProcess } from '../../harness/service-process';
import { valuesIn } from '../../harness/scrape';
import type { Tolerance } from '../../harness/trend';
import type { World } from '../../harness/world';

const MEGABYTE = 1024 * 1024;
const OF_PROCESS = ['nodejs_heap_size_used_bytes', 'process_resident_memory_bytes', 'process_open_fds'] as const;
/** A partitioned table has no rows of its own. */
const OF_TABLES = `schemaname in ('clob', 'gamma', 'data') and relid in (select oid from pg_class where relkind = 'r')`;

/** A figure of the site that must not grow without bound; its tolerance applies to the second half of the soak. */
export interface Figure {
  readonly title: string;
  readonly unit: string;
  readonly tolerance: Tolerance;
}

/** Figures of the database that are constant while rows are added. */
const OF_DATABASE: readonly (Figure & { readonly sql: string })[] = [
  {
    title: 'wasted space of tables (dead and free)',
    unit: '%',
    tolerance: { absolute: 10, share: 0 },
    sql: `select 100 * sum(a.dead_tuple_len + a.approx_free_space) / greatest(sum(a.table_len), 1)
      from (select relid from pg_stat_user_tables where ${OF_TABLES} offset 0) t, lateral pgstattuple_approx(t.relid) a`,
  },
  {
    title: 'bytes of indexes for a row',
    unit: 'B',
    tolerance: { absolute: 0, share: 0.1 },
    sql: `select sum(pg_indexes_size(relid)) / greatest(sum(n_live_tup), 1) from pg_stat_user_tables where ${OF_TABLES}`,
  },
  {
    title: 'tables with one row for each service, source or wallet',
    unit: 'kB',
    tolerance: { absolute: 512, share: 0.1 },
    sql: `select sum(pg_total_relation_size(relid)) / 1024 from pg_stat_user_tables where ${OF_TABLES}
      and relname in ('journal_head', 'recorder', 'checkpoints', 'projection', 'balances')`,
  },
  {
    title: 'events committed and not applied by data',
    unit: 'events',
    tolerance: { absolute: 200, share: 0.5 },
    sql: `select (select sequence from clob.journal_head) - coalesce(max(c.sequence), 0)
      from data.checkpoints c join data.projection p on p.generation = c.generation where c.source = 'clob'`,
  },
  {
    title: 'commits not in the tables',
    unit: 'commits',
    tolerance: { absolute: 100, share: 0.5 },
    sql: 'select j.commit_number - r.commit_number from clob.journal_head j, clob.recorder r',
  },
];

const STREAM: Figure = { title: 'bytes of the stream for an event', unit: 'B', tolerance: { absolute: 0, share: 0.1 } };

/** Samples the figures of one site. */
export class SiteFigures {
  readonly figures: readonly Figure[];

  private constructor(
    private readonly world: World,
    private readonly processes: ReadonlyMap<string, ServiceProcess>,
    private readonly connection: NatsConnection,
    private readonly manager: JetStreamManager,
  ) {
    this.figures = [...[...processes.keys()].flatMap(ofProcess), ...OF_DATABASE, STREAM];
  }

  static async of(world: World, processes: ReadonlyMap<string, ServiceProcess>): Promise<SiteFigures> {
    await world.database.pool.query('create extension if not exists pgstattuple');
    const connection = await connect({ servers: world.nats.url });
    return new SiteFigures(world, processes, connection, await connection.jetstreamManager());
  }

  /** In the order of `figures`. */
  async take(): Promise<readonly number[]> {
    const ofProcesses = await Promise.all([...this.processes.values()].map(({ url }) => valuesIn(url, OF_PROCESS)));
    const inUnits = ofProcesses.flatMap(([heap = 0, resident = 0, files = 0]) => [heap / MEGABYTE, resident / MEGABYTE, files]);
    const ofDatabase: number[] = [];
    for (const { sql } of OF_DATABASE) ofDatabase.push(await this.asked(sql));
    const { stream } = eventStream(this.world.nats.prefix, 'clob');
    const { state } = await this.manager.streams.info(stream);
    const events = await this.asked('select sequence from clob.journal_head');
    return [...inUnits, ...ofDatabase, state.bytes / Math.max(1, events)];
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private async asked(sql: string): Promise<number> {
    const { rows } = await this.world.database.pool.query<Record<string, unknown>>(sql);
    return Number(Object.values(rows[0] ?? {})[0] ?? 0);
  }
}

/** In the order of OF_PROCESS. */
function ofProcess(name: string): readonly Figure[] {
  return [
    { title: `${name}: heap in use`, unit: 'MB', tolerance: { absolute: 10, share: 0.1 } },
    { title: `${name}: resident memory`, unit: 'MB', tolerance: { absolute: 15, share: 0.1 } },
    { title: `${name}: open files`, unit: 'files', tolerance: { absolute: 5, share: 0 } },
  ];
}
