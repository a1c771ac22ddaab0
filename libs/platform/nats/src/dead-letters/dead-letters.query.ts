import type { ServiceName } from '@foretell/contracts';

const TABLES: Readonly<Record<ServiceName, string>> = {
  clob: 'clob.facts_set_aside',
  gamma: 'gamma.facts_set_aside',
  data: 'data.facts_set_aside',
};

/** The statements on a service's table. */
export interface DeadLettersSql {
  /**
   * $1 source, $2 and $3 sequences, $4 type, $5 subject, $6 bytes, $7 reason, $8 now, $9 whether it carries the full state, $10
   * maximum rows, $11.
   */
  readonly put: string;
  /** $1 source, $2. Subjects with dead-lettered events. */
  readonly held: string;
  /** $1 source, $2 subject, $3 sequence of the applied event, $4. */
  readonly forget: string;
  /** $1 source or null, $2 sequence or null. Of the live generation, oldest first. */
  readonly list: string;
  /** $1 source or null, $2 sequence or null. */
  readonly drop: string;
  /** $1 source, $2 sequence, $3 reason, $4 now. */
  readonly refuse: string;
  readonly count: string;
}

/** The last parameter of put, held and forget is the data service's generation; the other services have none. */
export function deadLettersSql(service: ServiceName): DeadLettersSql {
  const table = TABLES[service];
  const hasGeneration = service === 'data';
  const ofGeneration = (parameter: number): string => (hasGeneration ? `and generation = $${parameter}` : '');
  const isLive = hasGeneration ? 'AND generation = (SELECT generation FROM data.projection WHERE id = 1)' : '';
  const [column, value] = hasGeneration ? [', generation', ', $11'] : ['', ''];
  const isWanted = `($1::text IS NULL OR source = $1) AND ($2::bigint IS NULL OR first_sequence = $2) ${isLive}`;
  return {
    put: `
      WITH superseded AS (
        DELETE FROM ${table} WHERE $9::boolean AND source = $1 AND subject = $5 AND first_sequence < $2 ${ofGeneration(11)}
        RETURNING count)
      INSERT INTO ${table} AS t
        (source, first_sequence, last_sequence, type, subject, bytes, reason, count, first_at, last_at${column})
      SELECT $1, $2::bigint, $3::bigint, $4, $5, $6::bytea, $7, 1 + coalesce((SELECT sum(count) FROM superseded), 0), $8::bigint,
        $8${value}
      WHERE (SELECT count(*) FROM ${table} WHERE NOT (source = $1 AND first_sequence = $2) ${ofGeneration(11)}) < $10
      ON CONFLICT (${hasGeneration ? 'generation, ' : ''}source, first_sequence)
        DO UPDATE SET count = t.count + 1, last_at = excluded.last_at`,
    held: `SELECT DISTINCT subject FROM ${table} WHERE source = $1 ${ofGeneration(2)}`,
    forget: `DELETE FROM ${table} WHERE source = $1 AND subject = $2 AND first_sequence <= $3 ${ofGeneration(4)}`,
    list: `
      SELECT source, first_sequence AS sequence, last_sequence AS "lastSequence", type, subject, reason, count,
        first_at AS "firstAt", last_at AS "lastAt", bytes
      FROM ${table} WHERE ${isWanted} ORDER BY source, first_sequence`,
    drop: `DELETE FROM ${table} WHERE ${isWanted}`,
    count: `SELECT count(*)::int AS total FROM ${table} WHERE true ${isLive}`,
    refuse: `UPDATE ${table} SET reason = $3, count = count + 1, last_at = $4 WHERE source = $1 AND first_sequence = $2 ${isLive}`,
  };
}
