import type { Pool } from '@foretell/platform-prisma';
import type { Condition } from '../projections/condition';
import type { Position } from '../projections/position';
import type { Touched } from '../projections/touched';
import { positionKey, type PriorRows, type TradingRows } from '../projections/trading-rows';
import { selected, type SqlOf } from '../database/columns';
import type { Counters } from '../database/generation.query';
import type { NumberCache } from './number-cache';
import { integers } from './rows.write';

const CONDITION_COLUMNS: SqlOf<Condition> = {
  number: 'number',
  conditionId: 'condition_id',
  status: 'status',
  bestBidPips: 'best_bid_pips',
  bestAskPips: 'best_ask_pips',
  lastTradePips: 'last_trade_pips',
  payout0Pips: 'payout0_pips',
  markHalfPips: 'mark_half_pips',
  markMinute: 'mark_minute',
  supply0Micros: 'supply0_micros',
  supply1Micros: 'supply1_micros',
  collateralMicros: 'collateral_micros',
  volumeMicros: 'volume_micros',
  sequence: 'sequence',
};

const POSITION_COLUMNS: SqlOf<Position> = {
  wallet: 'p.wallet',
  condition: 'p.condition',
  outcome: 'p.outcome',
  sizeMicros: 'p.size_micros',
  costMicros: 'p.cost_micros',
  realizedMicros: 'p.realized_micros',
  acquiredMicros: 'p.acquired_micros',
  boughtMicros: 'p.bought_micros',
  volumeMicros: 'p.volume_micros',
  changedAt: 'p.changed_at',
};

const CONDITIONS = `SELECT ${selected(CONDITION_COLUMNS)} FROM data.conditions WHERE generation = $1 AND condition_id = ANY($2::text[])`;
/** One by one, as updateText says. */
const POSITIONS = `SELECT ${selected(POSITION_COLUMNS)}
  FROM unnest($2::int[], $3::int[], $4::int2[]) AS k(wallet, condition, outcome) CROSS JOIN LATERAL (
    SELECT * FROM data.positions h
    WHERE h.generation = $1 AND h.wallet = k.wallet AND h.condition = k.condition AND h.outcome = k.outcome OFFSET 0) p`;

/** What is to be known before a batch is reduced, and what is known without asking. */
export interface PriorRequest {
  readonly generation: number;
  readonly counters: Counters;
  readonly touched: Touched;
  readonly numbers: NumberCache;
  /** The batch before, which may be under way to the tables. */
  readonly earlier: TradingRows | null;
}

/** Reads the rows that a batch touches, in three statements whatever its size. What the batch before left comes from there. */
export async function readPriorRows(pool: Pool, request: PriorRequest): Promise<PriorRows> {
  const { counters } = request;
  const walletNumbers = await readWalletNumbers(pool, request);
  const conditions = await readConditions(pool, request);
  const positions = await readPositions(pool, request, walletNumbers, conditions);
  return { counters, walletNumbers, conditions, positions };
}

async function readWalletNumbers(
  pool: Pool,
  { generation, touched, numbers, earlier }: PriorRequest,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const missing: string[] = [];
  for (const address of touched.addresses) {
    const number = numbers.get(generation, address) ?? earlier?.newNumber(address);
    if (number === undefined) missing.push(address);
    else found.set(address, number);
  }
  if (missing.length === 0) return found;
  const { rows } = await pool.query<{ number: number; address: string }>({
    name: 'prior-wallets',
    text: 'SELECT number, address FROM data.wallets WHERE generation = $1 AND address = ANY($2::text[])',
    values: [generation, missing],
  });
  for (const { number, address } of rows) {
    found.set(address, number);
    numbers.set(generation, address, number);
  }
  return found;
}

async function readConditions(pool: Pool, { generation, touched, earlier }: PriorRequest): Promise<Map<string, Condition>> {
  const found = new Map<string, Condition>();
  const missing: string[] = [];
  for (const conditionId of touched.conditionIds) {
    const condition = earlier?.conditions.get(conditionId);
    if (condition === undefined) missing.push(conditionId);
    else found.set(conditionId, condition);
  }
  if (missing.length === 0) return found;
  const { rows } = await pool.query<Condition>({ name: 'prior-conditions', text: CONDITIONS, values: [generation, missing] });
  for (const row of rows) found.set(row.conditionId, row);
  return found;
}

async function readPositions(
  pool: Pool,
  { generation, touched, earlier }: PriorRequest,
  walletNumbers: ReadonlyMap<string, number>,
  conditions: ReadonlyMap<string, Condition>,
): Promise<Map<number, Position>> {
  const found = new Map<number, Position>();
  const missing: { wallet: number; condition: number; outcome: number }[] = [];
  for (const { address, conditionId, outcome } of touched.positions) {
    const wallet = walletNumbers.get(address);
    const condition = conditions.get(conditionId)?.number;
    if (wallet === undefined || condition === undefined) continue;
    const key = positionKey(wallet, condition, outcome);
    const position = earlier?.positions.get(key);
    if (position === undefined) missing.push({ wallet, condition, outcome });
    else found.set(key, position);
  }
  if (missing.length === 0) return found;
  const values = [generation, ...integers('int4', missing, 'wallet', 'condition'), ...integers('int2', missing, 'outcome')];
  const { rows } = await pool.query<Position>({ name: 'prior-positions', text: POSITIONS, values });
  for (const row of rows) found.set(positionKey(row.wallet, row.condition, row.outcome), row);
  return found;
}
