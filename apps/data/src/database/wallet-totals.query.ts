import type { Pool, PoolClient, Statement } from '@foretell/platform-prisma';
import { NO_TOTALS, type WalletTotals } from '../projections/wallet-totals';
import { selected, typesOf, type SqlOf, type TypedSqlOf } from './columns';
import { LIVE } from './generation.query';

/** The totals of a wallet, by its number. */
export interface TotalsOfWallet extends WalletTotals {
  readonly wallet: number;
}
/** Null in rows of releases that stored no totals. */
type StoredTotals = { readonly [Field in keyof WalletTotals]: WalletTotals[Field] | null };

const COLUMNS: TypedSqlOf<WalletTotals> = {
  totalTrades: ['a.total_trades', 'integer'],
  totalMarkets: ['a.total_markets', 'integer'],
  totalSharesMicros: ['a.total_shares_micros', 'bigint'],
  totalVolumeMicros: ['a.total_volume_micros', 'bigint'],
  totalCashMicros: ['a.total_cash_micros', 'bigint'],
  totalRealizedMicros: ['a.total_realized_micros', 'bigint'],
};
/** Columns of a row of activity `a`. */
const TOTALS = selected(COLUMNS);
const TYPES = typesOf<WalletTotals>(COLUMNS);

export const NEWEST_TOTALS: Statement<StoredTotals & { readonly wallet: number }> = {
  name: 'newest-totals',
  text: `SELECT k.wallet, ${TOTALS} FROM unnest($2::int[]) AS k(wallet) CROSS JOIN LATERAL (
  SELECT * FROM data.activity h WHERE h.generation = $1 AND h.wallet = k.wallet ORDER BY sequence DESC, part DESC LIMIT 1) a`,
  columns: { wallet: 'integer', ...TYPES },
};

/** To join: the newest row of activity, as `a`, of a wallet `w`. */
export const NEWEST_ACTIVITY = `LATERAL (SELECT * FROM data.activity h WHERE h.generation = w.generation AND h.wallet = w.number
    ORDER BY sequence DESC, part DESC LIMIT 1) a`;

export const TOTALS_OF_ADDRESS: Statement<StoredTotals & { readonly generation: number; readonly number: number }> = {
  name: 'totals-of-address',
  text: `SELECT w.generation, w.number, ${TOTALS} FROM data.wallets w LEFT JOIN ${NEWEST_ACTIVITY} ON true WHERE w.generation = ${LIVE} AND w.address = $1`,
  columns: { generation: 'smallint', number: 'integer', ...TYPES },
};

/** A sum as cappedSum makes it. */
export const cappedSql = (sum: string): string => `least(${sum}, ${Number.MAX_SAFE_INTEGER})::int8`;

const COUNTED: SqlOf<WalletTotals> = {
  totalTrades: `(a.trades + CASE WHEN a.rows = 0 THEN coalesce(w.archived_trades, 0) ELSE 0 END)::int4`,
  totalMarkets: 'p.markets',
  totalSharesMicros: cappedSql(`a.shares + CASE WHEN a.rows = 0 THEN coalesce(w.archived_shares_micros, 0) ELSE 0 END`),
  totalVolumeMicros: 'p.volume',
  totalCashMicros: 'p.cash',
  totalRealizedMicros: 'p.realized',
};
/** Computes totals from all rows of a wallet whose newest row has none, or whose rows are archived. */
export const COUNTED_TOTALS: Statement<TotalsOfWallet> = {
  name: 'counted-totals',
  text: `SELECT k.wallet, ${selected(COUNTED)} FROM unnest($2::int[]) AS k(wallet)
  JOIN data.wallets w ON w.generation = $1 AND w.number = k.wallet
  CROSS JOIN LATERAL (SELECT count(*) AS rows, count(*) FILTER (WHERE type = 'TRADE') AS trades,
      coalesce(sum(size_micros) FILTER (WHERE type = 'TRADE'), 0) AS shares
    FROM data.activity h WHERE h.generation = $1 AND h.wallet = k.wallet) a
  CROSS JOIN LATERAL (SELECT count(DISTINCT condition) FILTER (WHERE volume_micros > 0)::int4 AS markets,
      ${cappedSql('coalesce(sum(volume_micros), 0)')} AS volume, coalesce(sum(realized_micros - cost_micros), 0)::int8 AS cash,
      coalesce(sum(realized_micros), 0)::int8 AS realized
    FROM data.positions h WHERE h.generation = $1 AND h.wallet = k.wallet) p`,
  columns: { wallet: 'integer', ...TYPES },
};

/** Current totals of wallets from the newest row of each; returns a row for every numbered wallet. */
export async function totalsOfWallets(
  client: Pool | PoolClient,
  generation: number,
  wallets: readonly number[],
): Promise<TotalsOfWallet[]> {
  const newest = await client.query<StoredTotals & { readonly wallet: number }>({
    ...NEWEST_TOTALS,
    values: [generation, wallets],
  });
  const found = newest.rows.filter(isStored);
  const known = new Set(found.map(({ wallet }) => wallet));
  const others = wallets.filter((wallet) => !known.has(wallet));
  if (others.length === 0) return found;
  const counted = await client.query<TotalsOfWallet>({ ...COUNTED_TOTALS, values: [generation, others] });
  return [...found, ...counted.rows];
}

/** Current totals of a wallet; zero for an unknown wallet. */
export async function totalsOf(client: Pool | PoolClient, address: string): Promise<WalletTotals> {
  const { rows } = await client.query<StoredTotals & { readonly generation: number; readonly number: number }>({
    ...TOTALS_OF_ADDRESS,
    values: [address],
  });
  const [wallet] = rows;
  if (wallet === undefined) return NO_TOTALS;
  const { generation, number, ...newest } = wallet;
  if (isStored(newest)) return newest;
  const [counted = NO_TOTALS] = (await totalsOfWallets(client, generation, [number])).map(
    ({ wallet: _wallet, ...totals }) => totals,
  );
  return counted;
}

function isStored<T extends StoredTotals>(totals: T): totals is T & WalletTotals {
  return totals.totalTrades !== null;
}
