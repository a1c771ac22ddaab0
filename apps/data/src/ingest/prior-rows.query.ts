import type { PoolClient } from '@foretell/platform-prisma';
import type { Condition } from '../projections/condition';
import type { Position } from '../projections/position';
import type { Touched } from '../projections/touched';
import { positionKey, type PriorRows } from '../projections/trading-rows';
import type { Checkpoint } from './generation.query';
import type { NumberCache } from './number-cache';

const CONDITION_COLUMNS = `number, condition_id AS "conditionId", status, best_bid_pips AS "bestBidPips", best_ask_pips AS "bestAskPips",
  last_trade_pips AS "lastTradePips", payout0_pips AS "payout0Pips", mark_half_pips AS "markHalfPips", supply0_micros AS "supply0Micros",
  supply1_micros AS "supply1Micros", collateral_micros AS "collateralMicros", volume_micros AS "volumeMicros", sequence`;

const POSITION_COLUMNS = `p.wallet, p.condition, p.outcome, p.size_micros AS "sizeMicros", p.cost_micros AS "costMicros",
  p.realized_micros AS "realizedMicros", p.acquired_micros AS "acquiredMicros", p.bought_micros AS "boughtMicros",
  p.volume_micros AS "volumeMicros", p.changed_at AS "changedAt"`;

/** Reads the rows that a batch touches, in three statements whatever its size. */
export async function readPriorRows(
  client: PoolClient,
  generation: number,
  checkpoint: Checkpoint,
  touched: Touched,
  numbers: NumberCache,
): Promise<PriorRows> {
  const walletNumbers = await readWalletNumbers(client, generation, touched.addresses, numbers);
  const conditions = await readConditions(client, generation, touched.conditionIds);
  const positions = await readPositions(client, generation, touched.positions, walletNumbers, conditions);
  return {
    at: checkpoint.at,
    walletCount: checkpoint.wallets,
    conditionCount: checkpoint.conditions,
    walletNumbers,
    conditions,
    positions,
  };
}

async function readWalletNumbers(client: PoolClient, generation: number, addresses: ReadonlySet<string>, cache: NumberCache): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const missing: string[] = [];
  for (const address of addresses) {
    const number = cache.get(generation, address);
    if (number === undefined) missing.push(address);
    else found.set(address, number);
  }
  if (missing.length === 0) return found;
  const { rows } = await client.query<{ number: number; address: string }>(
    'SELECT number, address FROM data.wallets WHERE generation = $1 AND address = ANY($2::text[])',
    [generation, missing],
  );
  for (const { number, address } of rows) {
    found.set(address, number);
    cache.set(generation, address, number);
  }
  return found;
}

async function readConditions(client: PoolClient, generation: number, conditionIds: ReadonlySet<string>): Promise<Map<string, Condition>> {
  if (conditionIds.size === 0) return new Map();
  const { rows } = await client.query<Condition>(
    `SELECT ${CONDITION_COLUMNS} FROM data.conditions WHERE generation = $1 AND condition_id = ANY($2::text[])`,
    [generation, [...conditionIds]],
  );
  return new Map(rows.map((row) => [row.conditionId, row]));
}

async function readPositions(
  client: PoolClient,
  generation: number,
  keys: ReadonlySet<string>,
  walletNumbers: ReadonlyMap<string, number>,
  conditions: ReadonlyMap<string, Condition>,
): Promise<Map<number, Position>> {
  const wallets: number[] = [];
  const conditionNumbers: number[] = [];
  const outcomes: number[] = [];
  for (const key of keys) {
    const [address = '', conditionId = '', outcome = ''] = key.split('|');
    const wallet = walletNumbers.get(address);
    const condition = conditions.get(conditionId)?.number;
    if (wallet === undefined || condition === undefined) continue;
    wallets.push(wallet);
    conditionNumbers.push(condition);
    outcomes.push(Number(outcome));
  }
  if (wallets.length === 0) return new Map();
  const { rows } = await client.query<Position>(
    `SELECT ${POSITION_COLUMNS} FROM unnest($2::int[], $3::int[], $4::int2[]) AS k(wallet, condition, outcome)
     JOIN data.positions p ON p.generation = $1 AND p.wallet = k.wallet AND p.condition = k.condition AND p.outcome = k.outcome`,
    [generation, wallets, conditionNumbers, outcomes],
  );
  return new Map(rows.map((row) => [positionKey(row.wallet, row.condition, row.outcome), row]));
}
