import type { BalanceRow, MarketRow, TotalsRow } from '@foretell/exchange';
import type { PricePoint } from './price-points';
import { JournalColumns, journalWriter } from '../../columns/journal-columns';
import { MARKET_COLUMNS, marketOf, TRADED_MARKET_COLUMNS, tradedMarketOf } from '../../columns/market.columns';
import { ORDER_COLUMNS, ORDER_STATE_COLUMNS, orderOf, orderStateOf } from '../../columns/order.columns';
import { FILL_COLUMNS, fillOf, TRADE_COLUMNS, tradeOf } from '../../columns/trade.columns';
import type { CommitRows, LedgerEntry, NewOrder, NotedTrade, RecordHead } from './batch';
import type { EveryField } from '../../columns/stored-rows';
import type { ByteReader, ByteWriter } from '../../columns/bytes';
import { Versioned, type Layout } from '../../columns/versioned';
import type { Listing } from '../../market-directory/listing';

/** The encoding of a market in a layout. */
interface MarketForm {
  readonly write: (row: MarketRow, to: ByteWriter) => void;
  readonly read: (from: JournalColumns) => MarketRow;
}

const TRADED: MarketForm = {
  write: journalWriter(TRADED_MARKET_COLUMNS),
  read: (from) => ({ ...tradedMarketOf(from), proposal: null }),
};
const WITH_PROPOSAL: MarketForm = { write: journalWriter(MARKET_COLUMNS), read: marketOf };
const writeOrder = journalWriter(ORDER_COLUMNS);
const writeOrderState = journalWriter(ORDER_STATE_COLUMNS);
const writeTrade = journalWriter(TRADE_COLUMNS);
const writeFill = journalWriter(FILL_COLUMNS);

/**
 * The rows of a commit, by layout. They are needed until they are projected: for about 100 ms, or after a crash until the next
 * writer has read them.
 */
export const CHANGES = new Versioned<CommitRows>(
  "the journal's rows",
  new Map([
    [3, layoutWith(TRADED)],
    [4, layoutWith(WITH_PROPOSAL)],
  ]),
);

/** Layout 4 only for a pending result, so that the previous release can read all other commits. */
export function encodeChanges(rows: CommitRows): Buffer {
  return CHANGES.encode(rows, rows.markets.some(({ proposal }) => proposal !== null) ? 4 : 3);
}

/** Throws an error with a readable message when the bytes are not a result of encodeChanges. */
export function decodeChanges(bytes: Buffer): CommitRows {
  return CHANGES.decode(bytes);
}

function layoutWith(market: MarketForm): Layout<CommitRows> {
  return { write: (rows, to) => write(rows, market, to), read: (from) => read(from, market) };
}

function write(rows: CommitRows, market: MarketForm, to: ByteWriter): void {
  writeHead(rows.head, to);
  to.rows(rows.markets, market.write)
    .rows(rows.balances, writeBalance)
    .rows(rows.newOrders, writeNewOrder)
    .rows(rows.orderStates, writeOrderState)
    .rows(rows.trades, writeNotedTrade)
    .rows(rows.points, writePoint)
    .rows(rows.ledgerEntries, writeLedgerEntry)
    .rows(rows.listings, (listing) => to.text(JSON.stringify(listing)))
    .optional(rows.gammaCheckpoint);
}

function read(from: ByteReader, market: MarketForm): CommitRows {
  const columns = new JournalColumns(from);
  return {
    head: readHead(from),
    markets: from.rows(() => market.read(columns)),
    balances: from.rows(readBalance),
    newOrders: from.rows(() => newOrderOf(from, columns)),
    orderStates: from.rows(() => orderStateOf(columns)),
    trades: from.rows(() => readNotedTrade(from, columns)),
    points: from.rows(readPoint),
    ledgerEntries: from.rows(readLedgerEntry),
    listings: from.rows(() => JSON.parse(from.text()) as Listing),
    gammaCheckpoint: from.optional(),
  };
}

function writeHead({ commitNumber, sequence, stateHash, totals }: RecordHead, to: ByteWriter): void {
  to.number(commitNumber).number(sequence).text(stateHash);
  to.number(totals.creditedMicros).number(totals.debitedMicros).number(totals.feesMicros);
  to.number(totals.tradeNumber).number(totals.priority).number(totals.at);
}

function readHead(from: ByteReader): RecordHead {
  const [commitNumber, sequence, stateHash] = [from.number(), from.number(), from.text()];
  const totals = {
    creditedMicros: from.number(),
    debitedMicros: from.number(),
    feesMicros: from.number(),
    tradeNumber: from.number(),
    priority: from.number(),
    at: from.number(),
  } satisfies EveryField<TotalsRow> as TotalsRow;
  return { commitNumber, sequence, stateHash, totals };
}

function writeBalance(row: BalanceRow, to: ByteWriter): void {
  to.symbol(row.wallet).optionalSymbol(row.conditionId).optional(row.outcome);
  to.number(row.availableMicros).number(row.lockedMicros);
}

function readBalance(from: ByteReader): BalanceRow {
  return {
    wallet: from.symbol(),
    conditionId: from.optionalSymbol(),
    outcome: from.optional(),
    availableMicros: from.number(),
    lockedMicros: from.number(),
  } satisfies EveryField<BalanceRow> as BalanceRow;
}

function writeNewOrder({ row, owner, builder, signed }: NewOrder, to: ByteWriter): void {
  writeOrder(row, to);
  to.symbol(owner).symbol(builder).raw(signed);
}

function newOrderOf(from: ByteReader, columns: JournalColumns): NewOrder {
  return { row: orderOf(columns), owner: from.symbol(), builder: from.symbol(), signed: from.raw() };
}

function writeNotedTrade({ trade, takerNote, makerOwners }: NotedTrade, to: ByteWriter): void {
  writeTrade(trade, to);
  to.symbol(takerNote.owner).symbol(takerNote.builder);
  to.rows(trade.fills, writeFill).rows(makerOwners, (owner) => to.symbol(owner));
}

function readNotedTrade(from: ByteReader, columns: JournalColumns): NotedTrade {
  const taken = tradeOf(columns);
  const takerNote = { owner: from.symbol(), builder: from.symbol() };
  const fills = from.rows(() => fillOf(columns));
  return { trade: { ...taken, fills }, takerNote, makerOwners: from.rows(() => from.symbol()) };
}

function writePoint({ conditionId, minute, priceHalfPips }: PricePoint, to: ByteWriter): void {
  to.symbol(conditionId).number(minute).number(priceHalfPips);
}

function readPoint(from: ByteReader): PricePoint {
  return { conditionId: from.symbol(), minute: from.number(), priceHalfPips: from.number() };
}

function writeLedgerEntry({ reference, kind, wallet, amountMicros, at }: LedgerEntry, to: ByteWriter): void {
  to.text(reference).symbol(kind).symbol(wallet).number(amountMicros).number(at);
}

function readLedgerEntry(from: ByteReader): LedgerEntry {
  return {
    reference: from.text(),
    kind: from.symbol(),
    wallet: from.symbol(),
    amountMicros: from.number(),
    at: from.number(),
  } as LedgerEntry;
}
