import type { Pool, Statement } from '@foretell/platform-prisma';
import type { Condition } from '../projections/condition';
import type { Position } from '../projections/position';
import type { Touched } from '../projections/touched';
import type { KnownTotals } from '../projections/wallet-totals';
import { positionKey, type PriorRows, type TradingRows } from '../projections/trading-rows';
import { readBack, selected, typesOf } from '../database/columns';
import type { Counters } from '../database/generation.query';
import type { NumberCache } from './number-cache';
import { CONDITION, integers, POSITION } from './rows.query';
import type { TotalsOfWallet } from '../database/wallet-totals.query';

const CONDITION_READ = readBack(CONDITION, 'c');
const POSITION_READ = readBack(POSITION, 'p');

export const PRIOR_WALLETS: Statement<WalletNumber> = {
  name: 'prior-wallets',
  text: 'SELECT number, address FROM data.wallets WHERE generation = $1 AND address = ANY($2::text[])',
  columns: { number: 'integer', address: 'text' },
};
export const PRIOR_CONDITIONS: Statement<Condition> = {
  name: 'prior-conditions',
  text: `SELECT ${selected(CONDITION_READ)} FROM data.conditions c WHERE generation = $1 AND condition_id = ANY($2::text[])`,
  columns: typesOf<Condition>(CONDITION_READ),
};
/** Looked up one by one, for the reason in updateText. */
export const PRIOR_POSITIONS: Statement<Position> = {
  name: 'prior-positions',
  text: `SELECT ${selected(POSITION_READ)}
  FROM unnest($2::int[], $3::int[], $4::int2[]) AS k(wallet, condition, outcome) CROSS JOIN LATERAL (
    SELECT * FROM data.positions h
    WHERE h.generation = $1 AND h.wallet = k.wallet AND h.condition = k.condition AND h.outcome = k.outcome OFFSET 0) p`,
  columns: typesOf<Position>(POSITION_READ),
};

/** Which of the wallets have traded the other outcome of their market; looked up one by one, too. */
export const PRIOR_TRADED: Statement<Holder> = {
  name: 'prior-traded',
  text: `SELECT k.wallet, k.condition FROM unnest($2::int[], $3::int[], $4::int2[]) AS k(wallet, condition, outcome)
  CROSS JOIN LATERAL (SELECT volume_micros FROM data.positions h
    WHERE h.generation = $1 AND h.wallet = k.wallet AND h.condition = k.condition AND h.outcome = 1 - k.outcome OFFSET 0) p
  WHERE p.volume_micros > 0`,
  columns: { wallet: 'integer', condition: 'integer' },
};

/** The state needed before a batch is reduced, and the state known without a query. */
export interface PriorRequest {
  readonly generation: number;
  readonly counters: Counters;
  readonly touched: Touched;
  readonly numbers: NumberCache;
  /** The previous batch, which may not be written yet. */
  readonly earlier: TradingRows | null;
  /** As the previous batch leaves them; the query adds what is missing. */
  readonly known: KnownTotals;
}

export interface WalletNumber {
  readonly number: number;
  readonly address: string;
}

/** The key of a position. */
export interface PositionPlace {
  readonly wallet: number;
  readonly condition: number;
  readonly outcome: number;
}

/** A wallet in a market. */
export type Holder = Omit<PositionPlace, 'outcome'>;

/** The stored rows, by key; missing rows are left out. */
interface RowsThere {
  walletNumbers(generation: number, addresses: readonly string[]): Promise<readonly WalletNumber[]>;
  conditions(generation: number, conditionIds: readonly string[]): Promise<readonly Condition[]>;
  positions(generation: number, places: readonly PositionPlace[]): Promise<readonly Position[]>;
  traded(generation: number, places: readonly PositionPlace[]): Promise<readonly Holder[]>;
  totals(generation: number, wallets: readonly number[]): Promise<readonly TotalsOfWallet[]>;
}

/** Reads the rows that a batch touches, in five statements whatever its size. Rows of the previous batch come from memory. */
export async function readPriorRows(store: RowsThere, request: PriorRequest): Promise<PriorRows> {
  const { counters } = request;
  const walletNumbers = await readWalletNumbers(store, request);
  const conditions = await readConditions(store, request);
  const positions = await readPositions(store, request, walletNumbers, conditions);
  const traded = await readTraded(store, request, { walletNumbers, conditions, positions });
  await readTotals(store, request, walletNumbers);
  return { counters, walletNumbers, conditions, positions, traded, totals: request.known };
}

async function readWalletNumbers(
  store: RowsThere,
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
  for (const { number, address } of await store.walletNumbers(generation, missing)) {
    found.set(address, number);
    numbers.set(generation, address, number);
  }
  return found;
}

async function readConditions(store: RowsThere, { generation, touched, earlier }: PriorRequest): Promise<Map<string, Condition>> {
  const found = new Map<string, Condition>();
  const missing: string[] = [];
  for (const conditionId of touched.conditionIds) {
    const condition = earlier?.conditions.get(conditionId);
    if (condition === undefined) missing.push(conditionId);
    else found.set(conditionId, condition);
  }
  if (missing.length === 0) return found;
  for (const row of await store.conditions(generation, missing)) found.set(row.conditionId, row);
  return found;
}

async function readPositions(
  store: RowsThere,
  { generation, touched, earlier }: PriorRequest,
  walletNumbers: ReadonlyMap<string, number>,
  conditions: ReadonlyMap<string, Condition>,
): Promise<Map<number, Position>> {
  const found = new Map<number, Position>();
  const missing: PositionPlace[] = [];
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
  for (const row of await store.positions(generation, missing))
    found.set(positionKey(row.wallet, row.condition, row.outcome), row);
  return found;
}

/**
 * For the touched positions that have not traded: those whose wallet has traded the other outcome. It shows whether a trade is
 * the wallet's first in its market. Returns keys of outcome 0.
 */
async function readTraded(
  store: RowsThere,
  { generation, touched, earlier }: PriorRequest,
  { walletNumbers, conditions, positions }: Pick<PriorRows, 'walletNumbers' | 'conditions' | 'positions'>,
): Promise<ReadonlySet<number>> {
  const traded = new Set<number>();
  const missing: PositionPlace[] = [];
  for (const { address, conditionId, outcome } of touched.positions) {
    const wallet = walletNumbers.get(address);
    const condition = conditions.get(conditionId)?.number;
    if (wallet === undefined || condition === undefined) continue;
    if ((positions.get(positionKey(wallet, condition, outcome))?.volumeMicros ?? 0) > 0) continue;
    const other = earlier?.positions.get(positionKey(wallet, condition, 1 - outcome));
    if (other === undefined) missing.push({ wallet, condition, outcome });
    else if (other.volumeMicros > 0) traded.add(positionKey(wallet, condition, 0));
  }
  if (missing.length === 0) return traded;
  for (const { wallet, condition } of await store.traded(generation, missing)) traded.add(positionKey(wallet, condition, 0));
  return traded;
}

/** A wallet without a number has no totals yet. */
async function readTotals(
  store: RowsThere,
  { generation, known }: PriorRequest,
  walletNumbers: ReadonlyMap<string, number>,
): Promise<void> {
  const missing = [...walletNumbers.values()].filter((wallet) => known.get(wallet) === undefined);
  if (missing.length === 0) return;
  for (const { wallet, ...totals } of await store.totals(generation, missing)) known.set(wallet, totals);
}

export async function walletNumbersOf(pool: Pool, generation: number, addresses: readonly string[]): Promise<WalletNumber[]> {
  const { rows } = await pool.query<WalletNumber>({ ...PRIOR_WALLETS, values: [generation, addresses] });
  return rows;
}

export async function conditionsOf(pool: Pool, generation: number, conditionIds: readonly string[]): Promise<Condition[]> {
  const { rows } = await pool.query<Condition>({ ...PRIOR_CONDITIONS, values: [generation, conditionIds] });
  return rows;
}

export async function positionsOf(pool: Pool, generation: number, places: readonly PositionPlace[]): Promise<Position[]> {
  const values = [generation, ...integers('int4', places, 'wallet', 'condition'), ...integers('int2', places, 'outcome')];
  const { rows } = await pool.query<Position>({ ...PRIOR_POSITIONS, values });
  return rows;
}

export async function tradedOf(pool: Pool, generation: number, places: readonly PositionPlace[]): Promise<Holder[]> {
  const values = [generation, ...integers('int4', places, 'wallet', 'condition'), ...integers('int2', places, 'outcome')];
  const { rows } = await pool.query<Holder>({ ...PRIOR_TRADED, values });
  return rows;
}
