import { randomBytes } from 'node:crypto';
import type { EventSource, Lineage } from '@foretell/contracts';
import { Logger } from '@nestjs/common';
import { standingLineage, type LineageRow, type ServerPlace, type StandingLineage } from './lineage-rows';

/** A pool, or one of its clients. */
interface Database {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** A row of the table with its server; all lineage fields are null when no lineage exists. */
type HeldRow = { readonly serverIdentifier: string; readonly serverTimeline: number } & (
  LineageRow | { readonly [Column in keyof LineageRow]: null }
);

/**
 * The catalog's versions advance by this much when one of its lineages begins. The step exceeds any version that a reader saw
 * before the restore, so that no earlier response, ETag or index is taken for a current one.
 */
export const LINEAGE_VERSIONS = 1_000_000_000;

/** Statements that run when a lineage begins. */
const WITH_LINEAGE: Readonly<Record<EventSource, readonly string[]>> = {
  clob: [],
  gamma: [
    `UPDATE gamma.journal_head SET version = version + ${LINEAGE_VERSIONS} WHERE id = 1`,
    `UPDATE gamma.checkpoints SET figures_version = figures_version + ${LINEAGE_VERSIONS}`,
  ],
};

/** The first eight digits of a WAL file's name are the timeline; the last checkpoint's may be older right after a promotion. */
const SERVER = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system_identifier,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int AS timeline`;

/** The content of the table, and its server. */
interface Held {
  readonly standing: StandingLineage | null;
  readonly server: ServerPlace;
}

/**
 * The lineages of one source's journal, in its own schema. A new one always begins while no commit is possible: under the lock of
 * the journal's head, or with a fresh epoch. Source: docs/decisions/lineage.md.
 */
export class LineageTable {
  /** @param logger null: the caller logs the change itself */
  constructor(
    private readonly source: EventSource,
    private readonly logger: Pick<Logger, 'debug' | 'warn'> | null = new Logger('Lineage'),
  ) {}

  /** Throws when no lineage has begun. */
  async current(database: Database): Promise<Lineage> {
    const { standing } = await this.read(database);
    if (standing === null) throw new Error(`the record of ${this.source} has no lineage yet: nobody has begun to write`);
    return standing.lineage;
  }

  /** Null when a lineage must begin: none exists, or the server was restored or promoted since. */
  async valid(database: Database): Promise<Lineage | null> {
    const { standing } = await this.read(database);
    return standing?.isOfServer === true ? standing.lineage : null;
  }

  /**
   * Returns the current lineage; begins another one when the server was restored or promoted since it began.
   * @param head last sequence of the journal; the caller prevents that it moves
   */
  async ensure(database: Database, head: number): Promise<{ readonly lineage: Lineage; readonly hasBegun: boolean }> {
    const { standing, server } = await this.read(database);
    if (standing === null) return { lineage: await this.begin(database, 0, 'the first lineage'), hasBegun: true };
    if (standing.isOfServer) return { lineage: standing.lineage, hasBegun: false };
    const reason = `PostgreSQL was restored or promoted: ${placeText(standing.began)}, now ${placeText(server)}`;
    return { lineage: await this.begin(database, head, reason), hasBegun: true };
  }

  /** The server's timeline number: a recovery and a promotion each begin the next one. */
  async timeline(database: Database): Promise<number> {
    return (await this.read(database)).server.timeline;
  }

  /** Begins another lineage, which shares the journal up to a sequence with the current one. */
  async begin(database: Database, afterSequence: number, reason: string): Promise<Lineage> {
    const { standing, server } = await this.read(database);
    const id = randomBytes(8).toString('hex');
    const parent = standing?.lineage.id ?? null;
    await database.query(
      `INSERT INTO ${this.source}.lineages (id, parent, after_sequence, system_identifier, timeline, reason, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)`,
      [id, parent, afterSequence, server.systemIdentifier, server.timeline, reason],
    );
    for (const statement of parent === null ? [] : WITH_LINEAGE[this.source]) await database.query(statement);
    const begun = { msg: 'a lineage begins', source: this.source, lineage: id, parent, afterSequence, reason };
    if (parent === null) this.logger?.debug(begun);
    else this.logger?.warn(begun);
    return this.current(database);
  }

  private async read(database: Database): Promise<Held> {
    const { rows } = await database.query<HeldRow>(
      `SELECT s.system_identifier AS "serverIdentifier", s.timeline AS "serverTimeline", l.id, l.parent,
         l.after_sequence AS "afterSequence", l.system_identifier AS "systemIdentifier", l.timeline
       FROM (${SERVER}) s LEFT JOIN ${this.source}.lineages l ON true ORDER BY l.number`,
    );
    const last = rows.at(-1);
    if (last === undefined) throw new Error('PostgreSQL did not say which server it is');
    const server = { systemIdentifier: last.serverIdentifier, timeline: last.serverTimeline };
    return { standing: standingLineage(rows.filter(isLineage), server), server };
  }
}

function isLineage(row: HeldRow): row is HeldRow & LineageRow {
  return row.id !== null;
}

function placeText({ systemIdentifier, timeline }: ServerPlace): string {
  return `system ${systemIdentifier}, timeline ${timeline}`;
}
