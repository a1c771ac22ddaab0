import { MAKER_PAID_SQL, TAKER_PAID_SQL } from '@foretell/platform-prisma/trade-payments';

/** A table that is partitioned by a key that grows with time. */
export interface ArchivableTable {
  /** Schema-qualified. */
  readonly name: string;
  /** The partition key, by which rows are counted: the last key that a row covers. */
  readonly key: string;
  /** The first key of a row, for rows that cover several keys. */
  readonly firstKey: string;
  /** Sums over archived rows that the invariants still need: SQL expressions over all rows, by name. */
  readonly sums: Readonly<Record<string, string>>;
  /** SQL that updates other tables in the transaction that archives a partition. */
  readonly update?: (partition: string) => string;
}

/** Tables whose partitions are archived and restored together, because the invariants check one against the other. */
export interface ArchivableGroup {
  readonly name: 'journal' | 'trades' | 'activity';
  readonly schema: 'clob' | 'data';
  /** The column `at` of the first table holds the time of every row of the group. */
  readonly tables: readonly [ArchivableTable, ...ArchivableTable[]];
  readonly at: string;
}

const SIGNED_CASH = `CASE WHEN type = 'SPLIT' OR side = 'BUY' THEN -usdc_micros ELSE usdc_micros END - fee_micros`;

/** Stores a wallet's totals as of its last archived row, from which they continue when no row of the wallet is left. */
const updateWallets = (partition: string): string => `UPDATE data.wallets w
  SET archived_trades = last.total_trades, archived_shares_micros = last.total_shares_micros
  FROM (SELECT DISTINCT ON (generation, wallet) generation, wallet, total_trades, total_shares_micros
        FROM ${partition} ORDER BY generation, wallet, sequence DESC, part DESC) last
  WHERE w.generation = last.generation AND w.number = last.wallet AND last.total_trades IS NOT NULL`;

/**
 * In the order of archiving. Events leave only after every consumer has applied them; rows derived from them may leave earlier.
 */
export const GROUPS: readonly ArchivableGroup[] = [
  {
    name: 'journal',
    schema: 'clob',
    at: 'at',
    tables: [{ name: 'clob.journal', key: 'last_sequence', firstKey: 'first_sequence', sums: {} }],
  },
  {
    name: 'trades',
    schema: 'clob',
    at: 'matched_at',
    tables: [
      { name: 'clob.trades', key: 'trade_number', firstKey: 'trade_number', sums: { paid: `sum(${TAKER_PAID_SQL})` } },
      { name: 'clob.fills', key: 'trade_number', firstKey: 'trade_number', sums: { paid: `sum(${MAKER_PAID_SQL})` } },
    ],
  },
  {
    name: 'activity',
    schema: 'data',
    at: 'at',
    tables: [
      {
        name: 'data.activity',
        key: 'sequence',
        firstKey: 'sequence',
        sums: {
          cash: `sum(${SIGNED_CASH})`,
          taken: `sum(usdc_micros) FILTER (WHERE type = 'TRADE' AND part = 0)`,
          traded: `sum(usdc_micros) FILTER (WHERE type = 'TRADE')`,
        },
        update: updateWallets,
      },
    ],
  },
];
