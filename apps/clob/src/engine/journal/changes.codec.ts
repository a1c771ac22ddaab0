import type { BalanceRow, TotalsRow } from '@foretell/exchange';
import type { PricePoint } from './price-points';
import { JournalColumns, journalWriter, TextJournalColumns } from '../../columns/journal-columns';
import { MARKET_COLUMNS, marketOf } from '../../columns/market.columns';
import { ORDER_COLUMNS, ORDER_STATE_COLUMNS, orderOf, orderStateOf } from '../../columns/order.columns';
import { FILL_COLUMNS, fillOf, TRADE_COLUMNS, tradeOf } from '../../columns/trade.columns';
import type { CommitRows, LedgerEntry, NewOrder, NotedTrade, RecordHead } from './batch';
import type { EveryField } from '../../columns/recorded-rows';
import { ByteReader, ByteWriter } from '../../columns/bytes';
import { listingOfText, signedOrderOfText } from './earlier-layouts';

/** The first byte. A changed layout gets another number; a release that does not know the number refuses to start. */
const LAYOUT = 3;
/*
 * Commits of an earlier release that were not recorded are still read. Up to layout 2, ids, enum names and signed orders are
 * texts; a column added later has one default value in all earlier rows.
 */
const TEXT_LAYOUT = 2;
const ABSENT: Readonly<Record<number, Readonly<Record<string, number>>>> = { 1: { fee_exponent: 1 } };

const writeMarket = journalWriter(MARKET_COLUMNS);
const writeOrder = journalWriter(ORDER_COLUMNS);
const writeOrderState = journalWriter(ORDER_STATE_COLUMNS);
const writeTrade = journalWriter(TRADE_COLUMNS);
const writeFill = journalWriter(FILL_COLUMNS);

/**
 * Encodes the rows of a commit. They live from commit to recording: normally a tenth of a second, after a crash until the next
 * writer has read them. So the layout may change whenever its number changes with it.
 */
export function encodeChanges(rows: CommitRows): Buffer {
  const writer = new ByteWriter().number(LAYOUT);
  writeHead(rows.head, writer);
  return writer
    .rows(rows.markets, writeMarket)
    .rows(rows.balances, writeBalance)
    .rows(rows.newOrders, writeNewOrder)
    .rows(rows.orderStates, writeOrderState)
    .rows(rows.trades, writeNotedTrade)
    .rows(rows.points, writePoint)
    .rows(rows.ledgerEntries, writeLedgerEntry)
    .rows(rows.listings, (listing) => writer.text(JSON.stringify(listing)))
    .optional(rows.gammaCheckpoint)
    .finish();
}

/** Throws an error with a readable message when the bytes are not a result of encodeChanges. */
export function decodeChanges(bytes: Buffer): CommitRows {
  const reader = new ByteReader(bytes);
  const layout = reader.number();
  if (layout > LAYOUT) throw new Error(`the journal holds rows of layout ${layout}; this surface reads layouts 1 to ${LAYOUT}`);
  const isText = layout <= TEXT_LAYOUT;
  const columns = isText ? new TextJournalColumns(reader, ABSENT[layout] ?? {}) : new JournalColumns(reader);
  const readNewOrder = isText ? newOrderOfTexts : newOrderOf;
  const rows: CommitRows = {
    head: readHead(reader),
    markets: reader.rows(() => marketOf(columns)),
    balances: reader.rows(readBalance),
    newOrders: reader.rows(() => readNewOrder(reader, columns)),
    orderStates: reader.rows(() => orderStateOf(columns)),
    trades: reader.rows(() => readNotedTrade(reader, columns)),
    points: reader.rows(readPoint),
    ledgerEntries: reader.rows(readLedgerEntry),
    listings: reader.rows(() => listingOfText(reader.text())),
    gammaCheckpoint: reader.optional(),
  };
  reader.requireEnd();
  return rows;
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

function newOrderOfTexts(from: ByteReader, columns: JournalColumns): NewOrder {
  return { row: orderOf(columns), owner: from.symbol(), ...signedOrderOfText(from.text()) };
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
