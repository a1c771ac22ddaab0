import { copyIntegers, inSnapshot, type Pool, type PoolClient } from '@foretell/platform-prisma';
import type { Category } from '@foretell/contracts';
import { PLANNED_EACH_TIME } from '../database/sessions';
import { ROLLING, type Rolling } from './period';
import { Entries, type Entry } from './entry';

const PAGE_ROWS = 20_000;

export interface Heads {
  readonly generation: number;
  readonly clob: number;
  readonly gamma: number;
  /** Identifies the set of dead-lettered catalog events, in one number: a replayed one changes a market behind the checkpoint. */
  readonly gammaDeadLetters: number;
  /** Lineage of the trading events, as stored with their checkpoint. */
  readonly lineage: string | null;
}
export interface ConditionMark {
  readonly number: number;
  readonly conditionId: string;
  readonly markHalfPips: number;
}

const HEADS = `SELECT p.generation, coalesce(max(c.sequence) FILTER (WHERE c.source = 'clob'), 0)::int8 AS clob,
    coalesce(max(c.sequence) FILTER (WHERE c.source = 'gamma'), 0)::int8 AS gamma,
    (SELECT coalesce(sum(a.first_sequence), 0) FROM data.facts_set_aside a
      WHERE a.generation = p.generation AND a.source = 'gamma')::int8 AS "gammaDeadLetters",
    max(c.lineage) FILTER (WHERE c.source = 'clob') AS lineage
  FROM data.projection p LEFT JOIN data.checkpoints c ON c.generation = p.generation WHERE p.id = 1 GROUP BY p.generation`;

/** An outcome's number, or BOTH for a pair. */
const BOTH = 2;
const ENTRIES = `SELECT wallet, condition, coalesce(outcome, ${BOTH}), (type = 'TRADE')::int, (type = 'SPLIT'
  OR side IS NOT DISTINCT FROM 'BUY')::int,
    size_micros, usdc_micros, fee_micros FROM data.activity`;
const POSITIONS =
  'SELECT wallet, condition, outcome, size_micros, realized_micros - cost_micros, volume_micros FROM data.positions';

const POSITIONS_ABOUT = `SELECT greatest(reltuples, 0)::int8 AS about FROM pg_class WHERE oid = 'data.positions'::regclass`;

/**
 * The mark of each condition at the start of each window, for marks that moved since: the value before the first move. One pass
 * for all windows.
 */
const MARKS_BEFORE = `SELECT first.period, m.condition, m.before_half_pips AS "markHalfPips"
  FROM (SELECT condition,
    ${ROLLING.map((period, index) => `min(minute) FILTER (WHERE minute >= $${index + 2}) AS "${period}"`).join(', ')}
        FROM data.marks WHERE generation = $1 AND minute >= least($2::int, $3, $4) GROUP BY condition) moved
  CROSS JOIN LATERAL (VALUES ${ROLLING.map((period) => `('${period}', moved."${period}")`).join(', ')}) AS first (period, minute)
  JOIN data.marks m ON m.generation = $1 AND m.minute = first.minute AND m.condition = moved.condition`;

/** Reads one snapshot of the tables, for as long as it takes. */
export function readingTables<T>(pool: Pool, read: (query: BoardQuery) => Promise<T>): Promise<T> {
  return inSnapshot(pool, async (client) => {
    await client.query(`SET LOCAL statement_timeout = 0; ${PLANNED_EACH_TIME}`);
    return read(new BoardQuery(client));
  });
}

/** The statements by which a board follows the tables. All read one snapshot, that of the transaction. */
export class BoardQuery {
  constructor(private readonly client: PoolClient) {}

  async heads(): Promise<Heads | null> {
    const { rows } = await this.client.query<Heads>(HEADS);
    return rows[0] ?? null;
  }

  /** Wallets with numbers above `after`, in order. */
  async *walletsAfter(generation: number, after: number): AsyncGenerator<{ number: number; address: string }> {
    let last = after;
    for (;;) {
      const { rows } = await this.client.query<{ number: number; address: string }>(
        `SELECT number, address FROM data.wallets WHERE generation = $1 AND number > $2 ORDER BY number LIMIT ${PAGE_ROWS}`,
        [generation, last],
      );
      yield* rows;
      if (rows.length < PAGE_ROWS) return;
      last = rows.at(-1)?.number ?? last;
    }
  }

  async conditionsChanged(generation: number, after: number): Promise<ConditionMark[]> {
    const { rows } = await this.client.query<ConditionMark>(
      `SELECT number, condition_id AS "conditionId", mark_half_pips AS "markHalfPips" FROM data.conditions
       WHERE generation = $1 AND sequence > $2 ORDER BY number`,
      [generation, after],
    );
    return rows;
  }

  async categoriesChanged(generation: number, after: number): Promise<{ conditionId: string; category: Category | null }[]> {
    const { rows } = await this.client.query<{ conditionId: string; category: Category | null }>(
      `SELECT condition_id AS "conditionId", category FROM data.markets WHERE generation = $1 AND sequence > $2`,
      [generation, after],
    );
    return rows;
  }

  /** The entries of events from..before, in any order. */
  eachEntry(generation: number, from: number, before: number, take: (entries: Entries) => void): Promise<void> {
    const range = `generation = ${whole(generation)} AND sequence >= ${whole(from)} AND sequence < ${whole(before)}`;
    return this.inBatches(`${ENTRIES} WHERE ${range}`, activityEntry, take);
  }

  /** Number of positions when the table was last analysed; 0 before. */
  async positionsAbout(): Promise<number> {
    const { rows } = await this.client.query<{ about: number }>(POSITIONS_ABOUT);
    return rows[0]?.about ?? 0;
  }

  /** All history, summarised by the positions. */
  eachPosition(generation: number, take: (entries: Entries) => void): Promise<void> {
    return this.inBatches(`${POSITIONS} WHERE generation = ${whole(generation)}`, positionEntry, take);
  }

  /** Loading a board reads millions of rows, so they are copied out, not queried. */
  private async inBatches(
    select: string,
    entryOf: (row: Float64Array) => Entry,
    take: (entries: Entries) => void,
  ): Promise<void> {
    const entries = new Entries();
    await copyIntegers(this.client, select, (row) => {
      entries.add(entryOf(row));
      if (!entries.isFull) return;
      take(entries);
      entries.clear();
    });
    take(entries);
  }

  /** First event with activity in the minute or later; null when there is none yet. */
  async firstSequenceFrom(generation: number, minute: number): Promise<number | null> {
    const { rows } = await this.client.query<{ sequence: number }>(
      `SELECT first_sequence AS sequence FROM data.minutes WHERE generation = $1 AND minute >= $2 ORDER BY minute LIMIT 1`,
      [generation, minute],
    );
    return rows[0]?.sequence ?? null;
  }

  /** Marks at the start of each window's first minute, where they moved since. */
  async marksBefore(
    generation: number,
    minutes: ReadonlyMap<Rolling, number>,
  ): Promise<{ period: Rolling; condition: number; markHalfPips: number }[]> {
    const starts = ROLLING.map((period) => minutes.get(period));
    const { rows } = await this.client.query<{ period: Rolling; condition: number; markHalfPips: number }>(MARKS_BEFORE, [
      generation,
      ...starts,
    ]);
    return rows;
  }

  /** Marks that moved in the minutes from..before, in order. */
  async marksMoved(generation: number, from: number, before: number): Promise<{ condition: number; markHalfPips: number }[]> {
    const { rows } = await this.client.query<{ condition: number; markHalfPips: number }>(
      `SELECT condition, mark_half_pips AS "markHalfPips" FROM data.marks WHERE generation = $1 AND minute >= $2 AND minute < $3 ORDER BY minute`,
      [generation, from, before],
    );
    return rows;
  }
}

/** Shares and cash, signed by their effect on the wallet. */
function activityEntry([
  wallet = 0,
  condition = 0,
  outcome = 0,
  isTrade = 0,
  isIn = 0,
  sizeMicros = 0,
  usdcMicros = 0,
  feeMicros = 0,
]: Float64Array): Entry {
  const size = isIn === 1 ? sizeMicros : -sizeMicros;
  return {
    wallet,
    condition,
    size0Micros: outcome === 1 ? 0 : size,
    size1Micros: outcome === 0 ? 0 : size,
    cashMicros: (isIn === 1 ? -usdcMicros : usdcMicros) - feeMicros,
    volumeMicros: isTrade === 1 ? usdcMicros : 0,
  };
}

function positionEntry([
  wallet = 0,
  condition = 0,
  outcome = 0,
  sizeMicros = 0,
  cashMicros = 0,
  volumeMicros = 0,
]: Float64Array): Entry {
  return {
    wallet,
    condition,
    size0Micros: outcome === 0 ? sizeMicros : 0,
    size1Micros: outcome === 1 ? sizeMicros : 0,
    cashMicros,
    volumeMicros,
  };
}

/** A number for the text of a statement. */
function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer`);
  return String(value);
}
