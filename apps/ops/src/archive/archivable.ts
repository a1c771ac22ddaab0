/** A table that is partitioned by a key that grows with time. */
export interface ArchivableTable {
  /** With its schema. */
  readonly name: string;
  /** By which its rows are counted, and by which it is partitioned: the last key that a row covers. */
  readonly key: string;
  /** The first key that a row covers, where it covers several. */
  readonly firstKey: string;
  /** What the invariants still need of rows that are away: SQL expressions over all of them, by name. */
  readonly sums: Readonly<Record<string, string>>;
  /** What other tables are told of a partition in the transaction that takes it away: SQL. */
  readonly tells?: (partition: string) => string;
}

/** Tables whose partitions leave and come back together, because what is said of one is proved by the other. */
export interface ArchivableGroup {
  readonly name: 'journal' | 'trades' | 'activity';
  readonly schema: 'clob' | 'data';
  /** The first one says, by `at`, when everything happened. */
  readonly tables: readonly [ArchivableTable, ...ArchivableTable[]];
  readonly at: string;
}

const SIGNED_CASH = `CASE WHEN type = 'SPLIT' OR side = 'BUY' THEN -usdc_micros ELSE usdc_micros END - fee_micros`;

/** A wallet of which no row is left goes on from what it had traded by then. */
const tellWallets = (partition: string): string => `UPDATE data.wallets w
  SET archived_trades = last.total_trades, archived_shares_micros = last.total_shares_micros
  FROM (SELECT DISTINCT ON (generation, wallet) generation, wallet, total_trades, total_shares_micros
        FROM ${partition} ORDER BY generation, wallet, sequence DESC, part DESC) last
  WHERE w.generation = last.generation AND w.number = last.wallet AND last.total_trades IS NOT NULL`;

/** In the order in which they leave: facts only after everybody has them, rows made from them as they like. */
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
      { name: 'clob.trades', key: 'trade_number', firstKey: 'trade_number', sums: {} },
      { name: 'clob.fills', key: 'trade_number', firstKey: 'trade_number', sums: {} },
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
        tells: tellWallets,
      },
    ],
  },
];
