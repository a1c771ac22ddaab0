import type { EventSource } from '@foretell/contracts';
import { writeStatement, type NoRow, type Statement } from '@foretell/platform-prisma';
import type { LineageRow } from './lineage-rows';

/**
 * The catalog's versions advance by this much when one of its lineages begins. The step exceeds any version that a reader saw
 * before the restore, so that no earlier response, ETag or index is taken for a current one.
 */
export const LINEAGE_VERSIONS = 1_000_000_000;

/** Statements that run when a lineage begins. */
export const WITH_LINEAGE: Readonly<Record<EventSource, readonly Statement<NoRow>[]>> = {
  clob: [],
  gamma: [
    writeStatement('advance catalog', `UPDATE gamma.journal_head SET version = version + ${LINEAGE_VERSIONS} WHERE id = 1`),
    writeStatement('advance all figures', `UPDATE gamma.checkpoints SET figures_version = figures_version + ${LINEAGE_VERSIONS}`),
  ],
};

/** The first eight digits of a WAL file's name are the timeline; the last checkpoint's may be older right after a promotion. */
const SERVER = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system_identifier,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int AS timeline`;

/** A row of the table with its server; all lineage fields are null when no lineage exists. */
export type StoredLineage = { readonly serverIdentifier: string; readonly serverTimeline: number } & (
  LineageRow | { readonly [Column in keyof LineageRow]: null }
);

const lineagesOf = (source: EventSource): Statement<StoredLineage & LineageRow> => ({
  name: `lineages of ${source}`,
  text: `SELECT s.system_identifier AS "serverIdentifier", s.timeline AS "serverTimeline", l.id, l.parent,
      l.after_sequence AS "afterSequence", l.system_identifier AS "systemIdentifier", l.timeline
    FROM (${SERVER}) s LEFT JOIN ${source}.lineages l ON true ORDER BY l.number`,
  columns: {
    serverIdentifier: 'text',
    serverTimeline: 'integer',
    id: 'text',
    parent: 'text',
    afterSequence: 'bigint',
    systemIdentifier: 'text',
    timeline: 'integer',
  },
});
/** With the server, in order of creation. */
export const LINEAGES: Readonly<Record<EventSource, Statement<StoredLineage & LineageRow>>> = {
  clob: lineagesOf('clob'),
  gamma: lineagesOf('gamma'),
};

const begun = (source: EventSource): Statement<NoRow> =>
  writeStatement(
    `begin lineage of ${source}`,
    `INSERT INTO ${source}.lineages (id, parent, after_sequence, system_identifier, timeline, reason, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)`,
  );
/** $1 id, $2 parent, $3 last shared sequence, $4 and $5 the server, $6 why it begins. */
export const BEGIN_LINEAGE: Readonly<Record<EventSource, Statement<NoRow>>> = { clob: begun('clob'), gamma: begun('gamma') };
