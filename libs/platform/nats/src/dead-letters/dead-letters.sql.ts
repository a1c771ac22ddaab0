import type { SurfaceName } from '@foretell/contracts';

const TABLES: Readonly<Record<SurfaceName, string>> = {
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
export function deadLettersSql(surface: SurfaceName): DeadLettersSql {
  const table = TABLES[surface];
  const hasGeneration = surface === 'data';
  const ofGeneration = (parameter: number): string => (hasGeneration ? `and generation = $${parameter}` : '');
  const isLive = hasGeneration ? 'and generation = (select generation from data.projection where id = 1)' : '';
  const [column, value] = hasGeneration ? [', generation', ', $11'] : ['', ''];
  const isWanted = `($1::text is null or source = $1) and ($2::bigint is null or first_sequence = $2) ${isLive}`;
  return {
    put: `
      with superseded as (
        delete from ${table} where $9::boolean and source = $1 and subject = $5 and first_sequence < $2 ${ofGeneration(11)}
        returning count)
      insert into ${table} as t
        (source, first_sequence, last_sequence, type, subject, bytes, reason, count, first_at, last_at${column})
      select $1, $2::bigint, $3::bigint, $4, $5, $6::bytea, $7, 1 + coalesce((select sum(count) from superseded), 0), $8::bigint,
        $8${value}
      where (select count(*) from ${table} where not (source = $1 and first_sequence = $2) ${ofGeneration(11)}) < $10
      on conflict (${hasGeneration ? 'generation, ' : ''}source, first_sequence)
        do update set reason = excluded.reason, count = t.count + 1, last_at = excluded.last_at`,
    held: `select distinct subject from ${table} where source = $1 ${ofGeneration(2)}`,
    forget: `delete from ${table} where source = $1 and subject = $2 and first_sequence <= $3 ${ofGeneration(4)}`,
    list: `
      select source, first_sequence as sequence, last_sequence as "lastSequence", type, subject, reason, count,
        first_at as "firstAt", last_at as "lastAt", bytes
      from ${table} where ${isWanted} order by source, first_sequence`,
    drop: `delete from ${table} where ${isWanted}`,
    count: `select count(*)::int as total from ${table} where true ${isLive}`,
    refuse: `update ${table} set reason = $3, count = count + 1, last_at = $4 where source = $1 and first_sequence = $2 ${isLive}`,
  };
}
