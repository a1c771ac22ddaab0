import { Inject, Injectable } from '@nestjs/common';
import type { DoctorCheck } from '@foretell/contracts';
import { DeadLetters } from '@foretell/platform-nats';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';

interface Question {
  readonly name: string;
  /** Returns one row: the faults (0 when the invariant holds) and the number compared. */
  readonly sql: string;
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'the journal has no gaps and ends at its head',
    sql: `SELECT (SELECT count(*) FROM (SELECT first_sequence, lag(last_sequence, 1,
      0::bigint) OVER (ORDER BY first_sequence) AS before FROM gamma.journal) m
        WHERE first_sequence <> before + 1) + (CASE WHEN head.sequence = coalesce((SELECT max(last_sequence) FROM gamma.journal),
          0) THEN 0 ELSE 1 END) AS faults,
      format('head %s, last message ends at %s', head.sequence, coalesce((SELECT max(last_sequence) FROM gamma.journal),
        0)) AS detail
      FROM gamma.journal_head head WHERE id = 1`,
  },
  {
    name: 'every market reads as closed exactly when the catalog or trading closed it',
    sql: `SELECT count(*) FILTER (WHERE closed <> (catalog_closed OR trading_closed)) AS faults, format('%s markets', count(*)) AS detail FROM gamma.markets`,
  },
  {
    name: 'every event can be searched',
    sql: `SELECT count(*) FILTER (WHERE s.event_id IS NULL OR e.id IS NULL) AS faults, format('%s events', count(e.id)) AS detail
      FROM gamma.events e FULL JOIN gamma.event_search s ON s.event_id = e.id`,
  },
  {
    name: 'every market’s events are in the catalog',
    sql: `SELECT count(*) FILTER (WHERE e.id IS NULL) AS faults, format('%s links', count(*)) AS detail
      FROM gamma.markets m CROSS JOIN LATERAL unnest(m.event_ids) AS linked (event_id) LEFT JOIN gamma.events e
        ON e.id = linked.event_id`,
  },
];

/** The catalog's checks for `ops doctor`. */
@Injectable()
export class DoctorQuery {
  private readonly deadLetters = new DeadLetters('gamma');

  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async examine(): Promise<readonly DoctorCheck[]> {
    const checks: DoctorCheck[] = [];
    for (const { name, sql } of QUESTIONS) {
      const { rows } = await this.pool.query<{ faults: number; detail: string }>(sql);
      const { faults, detail } = rows[0] ?? { faults: 1, detail: 'no answer' };
      checks.push({ name, holds: faults === 0, detail: faults === 0 ? detail : `${faults} faults; ${detail}` });
    }
    return [...checks, await this.deadLetters.check(this.pool)];
  }
}
