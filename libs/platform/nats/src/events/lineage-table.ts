import { randomBytes } from 'node:crypto';
import type { EventSource, Lineage } from '@foretell/contracts';
import { Logger } from '@nestjs/common';
import { BEGIN_LINEAGE, LINEAGES, WITH_LINEAGE, type StoredLineage } from './lineage.query';
import { standingLineage, type LineageRow, type ServerPlace, type StandingLineage } from './lineage-rows';

/** A pool, or one of its clients. */
interface Database {
  query<Row>(statement: { name: string; text: string; values?: unknown[] }): Promise<{ rows: Row[] }>;
}

/** The content of the table, and its server. */
interface LineageState {
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
    const values = [id, parent, afterSequence, server.systemIdentifier, server.timeline, reason];
    await database.query({ ...BEGIN_LINEAGE[this.source], values });
    for (const statement of parent === null ? [] : WITH_LINEAGE[this.source]) await database.query({ ...statement });
    const begun = { msg: 'a lineage begins', source: this.source, lineage: id, parent, afterSequence, reason };
    if (parent === null) this.logger?.debug(begun);
    else this.logger?.warn(begun);
    return this.current(database);
  }

  private async read(database: Database): Promise<LineageState> {
    const { rows } = await database.query<StoredLineage>({ ...LINEAGES[this.source] });
    const last = rows.at(-1);
    if (last === undefined) throw new Error('PostgreSQL did not say which server it is');
    const server = { systemIdentifier: last.serverIdentifier, timeline: last.serverTimeline };
    return { standing: standingLineage(rows.filter(isLineage), server), server };
  }
}

function isLineage(row: StoredLineage): row is StoredLineage & LineageRow {
  return row.id !== null;
}

function placeText({ systemIdentifier, timeline }: ServerPlace): string {
  return `system ${systemIdentifier}, timeline ${timeline}`;
}
