import { copyIntegers, type PoolClient } from '@foretell/platform-prisma';
import type { Category } from '../projections/category';
import { cashMicros, type ActivityRow } from '../projections/activity';
import type { Entry } from './window-point';

const PAGE_ROWS = 20_000;

export interface Heads {
  readonly generation: number;
  readonly clob: number;
  readonly gamma: number;
}
export interface ConditionMark {
  readonly number: number;
  readonly conditionId: string;
  readonly markHalfPips: number;
}
type ActivityPart = Pick<ActivityRow, 'sequence' | 'part' | 'wallet' | 'condition' | 'type' | 'outcome' | 'side' | 'sizeMicros' | 'usdcMicros' | 'feeMicros'>;

const HEADS = `SELECT p.generation, coalesce(max(c.sequence) FILTER (WHERE c.source = 'clob'), 0)::int8 AS clob,
    coalesce(max(c.sequence) FILTER (WHERE c.source = 'gamma'), 0)::int8 AS gamma
  FROM data.projection p LEFT JOIN data.checkpoints c ON c.generation = p.generation WHERE p.id = 1 GROUP BY p.generation`;

const ENTRIES = `SELECT sequence, part, wallet, condition, type, outcome, side, size_micros AS "sizeMicros", usdc_micros AS "usdcMicros", fee_micros AS "feeMicros"
  FROM data.activity WHERE generation = $1 AND (sequence, part) > ($2, $3) AND sequence < $4 ORDER BY sequence, part LIMIT ${PAGE_ROWS}`;

/** Both signs of a pair's move, by outcome. */
const SIGNED_SIZE = `CASE WHEN type = 'SPLIT' OR side = 'BUY' THEN size_micros ELSE -size_micros END`;
const SIGNED_CASH = `CASE WHEN type = 'SPLIT' OR side = 'BUY' THEN -usdc_micros ELSE usdc_micros END - fee_micros`;
const SUMS = `SELECT wallet, condition, coalesce(sum(${SIGNED_SIZE}) FILTER (WHERE outcome IS NULL OR outcome = 0), 0)::int8,
    coalesce(sum(${SIGNED_SIZE}) FILTER (WHERE outcome IS NULL OR outcome = 1), 0)::int8,
    sum(${SIGNED_CASH})::int8, coalesce(sum(usdc_micros) FILTER (WHERE type = 'TRADE'), 0)::int8
  FROM data.activity`;

const POSITIONS = `SELECT wallet, condition, CASE outcome WHEN 0 THEN size_micros ELSE 0 END, CASE outcome WHEN 1 THEN size_micros ELSE 0 END,
    realized_micros - cost_micros, volume_micros FROM data.positions`;

/** The mark of each condition at the start of a minute, for those whose mark moved since: what it was before it first did. */
const MARKS_BEFORE = `SELECT m.condition, m.before_half_pips AS "markHalfPips"
  FROM (SELECT condition, min(minute) AS minute FROM data.marks WHERE generation = $1 AND minute >= $2 GROUP BY condition) moved
  JOIN data.marks m ON m.generation = $1 AND m.minute = moved.minute AND m.condition = moved.condition`;

/** The statements by which a board follows the tables: all read one snapshot, the transaction's. */
export class BoardQuery {
  constructor(private readonly client: PoolClient) {}

  async heads(): Promise<Heads | null> {
    const { rows } = await this.client.query<Heads>(HEADS);
    return rows[0] ?? null;
  }

  /** Wallets numbered after `after`, in order. */
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

  /** What happened in the facts from..before. */
  async *entries(generation: number, from: number, before: number): AsyncGenerator<Entry> {
    let [sequence, part] = [from, -1];
    for (;;) {
      const { rows } = await this.client.query<ActivityPart>(ENTRIES, [generation, sequence, part, before]);
      for (const row of rows) yield toEntry(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE_ROWS) return;
      [sequence, part] = [last.sequence, last.part];
    }
  }

  /** What happened in the facts from..to, both included, summed up by wallet and condition. */
  eachSum(generation: number, from: number, to: number, take: (entry: Entry) => void): Promise<void> {
    return this.each(`${SUMS} WHERE generation = ${whole(generation)} AND sequence >= ${whole(from)} AND sequence <= ${whole(to)} GROUP BY wallet, condition`, take);
  }

  /** Everything that ever happened, from the positions that it left. */
  eachPosition(generation: number, take: (entry: Entry) => void): Promise<void> {
    return this.each(`${POSITIONS} WHERE generation = ${whole(generation)}`, take);
  }

  /** Millions of rows: copied, not queried. */
  private each(select: string, take: (entry: Entry) => void): Promise<void> {
    return copyIntegers(this.client, select, ([wallet = 0, condition = 0, size0Micros = 0, size1Micros = 0, cashMicros = 0, volumeMicros = 0]) =>
      take({ wallet, condition, size0Micros, size1Micros, cashMicros, volumeMicros }),
    );
  }

  /** First fact with activity in the minute or after it; null when there is none yet. */
  async firstSequenceFrom(generation: number, minute: number): Promise<number | null> {
    const { rows } = await this.client.query<{ sequence: number }>(
      `SELECT first_sequence AS sequence FROM data.minutes WHERE generation = $1 AND minute >= $2 ORDER BY minute LIMIT 1`,
      [generation, minute],
    );
    return rows[0]?.sequence ?? null;
  }

  async marksBefore(generation: number, minute: number): Promise<{ condition: number; markHalfPips: number }[]> {
    const { rows } = await this.client.query<{ condition: number; markHalfPips: number }>(MARKS_BEFORE, [generation, minute]);
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

/** Exported for the specs. */
export function toEntry(row: ActivityPart): Entry {
  const isIn = row.type === 'SPLIT' || row.side === 'BUY';
  const signed = isIn ? row.sizeMicros : -row.sizeMicros;
  return {
    wallet: row.wallet,
    condition: row.condition,
    size0Micros: row.outcome === 1 ? 0 : signed,
    size1Micros: row.outcome === 0 ? 0 : signed,
    cashMicros: cashMicros(row),
    volumeMicros: row.type === 'TRADE' ? row.usdcMicros : 0,
  };
}

/** A number for the text of a statement. */
function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`);
  return String(value);
}
