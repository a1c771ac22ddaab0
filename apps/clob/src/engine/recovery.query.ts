import type { MarketRow, OrderRow } from '@foretell/exchange';
import { copyIntegers, copyRows, inSnapshot, type Pool } from '@foretell/platform-prisma';
import { ZERO_BYTES32 } from '@foretell/signing';
import { CopiedColumns, Numbered } from '../columns/copied-columns';
import { MARKET_COLUMNS, marketOf } from '../columns/market.columns';
import { COLLATERAL_ASSET } from '../columns/numbers';
import { isOpenSql, ORDER_COLUMNS, orderOf } from '../columns/order.columns';
import { namesOf } from '../columns/sql-columns';
import type { OpenOrderNote, RecordHead } from './journal/batch';
import { readHead } from './journal/head.query';

export interface StateCounts {
  /** Balances of collateral. */
  readonly collateral: number;
  /** Balances of tokens. */
  readonly tokens: number;
  readonly orders: number;
}

/** Receives the state row by row: all markets, then all balances, then the open orders by priority. */
export interface StateReader {
  /** Row counts, before the first row. */
  expect(counts: StateCounts): void;
  /** @param number the market's number in the tables */
  market(row: MarketRow, number: number): void;
  /** By the tables' numbers: the state has millions of balances, and looking up a text for each would be slow. */
  balance(wallet: number, asset: number, availableMicros: number, lockedMicros: number): void;
  order(row: OrderRow, note: OpenOrderNote): void;
}

/**
 * Reads the entire live state from the tables in one consistent view; `begin` is called first with the tables' position. Cost
 * grows with markets, balances and open orders, not with history. No row is cached here. Statements have no timeout: otherwise a
 * service with a large state would never start.
 */
export async function readState<Reader extends StateReader>(
  pool: Pool,
  begin: (head: RecordHead, wallets: Numbered<string>) => Reader,
): Promise<Reader> {
  return inSnapshot(pool, async (client) => {
    // Plans for full tables, whatever the session's settings, with the orders sorted in memory.
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL enable_seqscan = on; SET LOCAL work_mem = '256MB'`);
    const columns = new CopiedColumns();
    const reader = begin(await readHead(client, 'recorder'), columns.wallets);
    await copyIntegers(client, COUNTS, ({ 0: collateral = 0, 1: tokens = 0, 2: orders = 0 }) => {
      reader.expect({ collateral, tokens, orders });
    });
    await copyRows(client, WALLETS, (row) => columns.wallets.add(row.integer(0), row.ascii(1)));
    await copyRows(client, OWNERS, (row) => columns.owners.add(row.integer(0), row.text(1)));
    await copyRows(client, MARKETS, (row) => {
      const number = columns.over(row).small();
      const market = marketOf(columns);
      columns.markets.add(number, market.conditionId);
      reader.market(market, number);
    });
    await copyIntegers(client, BALANCES, ({ 0: wallet = 0, 1: asset = 0, 2: available = 0, 3: locked = 0 }) => {
      reader.balance(wallet, asset, available, locked);
    });
    const notes = new Notes(columns.owners);
    await copyRows(client, OPEN_ORDERS, (row) => reader.order(orderOf(columns.over(row)), notes.of(columns)));
    return reader;
  });
}

const WALLETS = `SELECT number, wallet FROM clob.wallets`;
const OWNERS = `SELECT number, owner FROM clob.owners`;
const MARKETS = `SELECT number, ${namesOf(MARKET_COLUMNS)} FROM clob.markets ORDER BY condition_id`;
const IS_FUNDED = 'available_micros > 0 or locked_micros > 0';
const BALANCES = `
  SELECT wallet_number, asset, available_micros, locked_micros FROM clob.balances
  WHERE ${IS_FUNDED}`;
const COUNTS = `
  SELECT count(*) FILTER (WHERE asset = ${COLLATERAL_ASSET}), count(*) FILTER (WHERE asset <> ${COLLATERAL_ASSET}),
    (SELECT count(*) FROM clob.orders o WHERE ${isOpenSql('o')})
  FROM clob.balances WHERE ${IS_FUNDED}`;
const OPEN_ORDERS = `
  SELECT ${namesOf(ORDER_COLUMNS)}, owner_number, builder FROM clob.orders o WHERE ${isOpenSql('o')} ORDER BY priority`;

/** Owner and builder of the open orders; most orders of one owner share one object. */
class Notes {
  private readonly withoutBuilder = new Numbered<OpenOrderNote>('note');

  constructor(private readonly owners: Numbered<string>) {}

  /** The note of the row whose order was read. */
  of(from: CopiedColumns): OpenOrderNote {
    const owner = from.small();
    const builder = from.optionalHash();
    if (builder !== null) return { owner: this.owners.of(owner), builder };
    const shared = this.withoutBuilder.find(owner) ?? { owner: this.owners.of(owner), builder: ZERO_BYTES32 };
    this.withoutBuilder.add(owner, shared);
    return shared;
  }
}
