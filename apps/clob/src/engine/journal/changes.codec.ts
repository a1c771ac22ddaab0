import type { BalanceRow, MarketRow, OrderRow, TotalsRow } from '@foretell/exchange';
import type { PricePoint } from './price-points';
import type { Listing } from '../../market-directory/listing';
import type {
  CommitRows,
  EveryField,
  RecordedFill,
  LedgerEntry,
  NewOrder,
  NotedTrade,
  OrderState,
  RecordHead,
  RecordedTrade,
} from './batch';
import { ByteReader, ByteWriter } from './bytes';

/** The first byte; another layout is another number, and a surface that does not know it refuses to go on. */
const VERSION = 1;

/**
 * The rows of a commit as bytes. They live from the commit to their recording, normally for some tens of milliseconds, after a
 * crash until the next writer has read them: so the layout is free to change as long as its number changes with it.
 */
export function encodeChanges(rows: CommitRows): Buffer {
  const writer = new ByteWriter().number(VERSION);
  writeHead(rows.head, writer);
  return writer
    .rows(rows.markets, writeMarket)
    .rows(rows.balances, writeBalance)
    .rows(rows.newOrders, writeNewOrder)
    .rows(rows.orderStates, writeOrderState)
    .rows(rows.trades, writeTrade)
    .rows(rows.points, writePoint)
    .rows(rows.ledgerEntries, writeLedgerEntry)
    .rows(rows.listings, (listing) => writer.text(JSON.stringify(listing)))
    .optional(rows.gammaCheckpoint)
    .finish();
}

/** Throws a sentence when the bytes are not what encodeChanges gives. */
export function decodeChanges(bytes: Buffer): CommitRows {
  const reader = new ByteReader(bytes);
  const version = reader.number();
  if (version !== VERSION) throw new Error(`the journal holds rows of layout ${version}; this surface reads layout ${VERSION}`);
  const rows: CommitRows = {
    head: readHead(reader),
    markets: reader.rows(readMarket),
    balances: reader.rows(readBalance),
    newOrders: reader.rows(readNewOrder),
    orderStates: reader.rows(readOrderState),
    trades: reader.rows(readTrade),
    points: reader.rows(readPoint),
    ledgerEntries: reader.rows(readLedgerEntry),
    listings: reader.rows(() => JSON.parse(reader.text()) as Listing),
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

function writeMarket(row: MarketRow, to: ByteWriter): void {
  to.symbol(row.conditionId).symbol(row.status).optionalSymbol(row.resolution);
  to.number(row.tickPips).number(row.minimumSizeMicros).number(row.takerFeeBps).number(row.delayMillis);
  to.number(row.collateralMicros).number(row.supply0Micros).number(row.supply1Micros).optional(row.lastTradePips);
}

function readMarket(from: ByteReader): MarketRow {
  return {
    conditionId: from.symbol(),
    status: from.symbol(),
    resolution: from.optionalSymbol(),
    tickPips: from.number(),
    minimumSizeMicros: from.number(),
    takerFeeBps: from.number(),
    delayMillis: from.number(),
    collateralMicros: from.number(),
    supply0Micros: from.number(),
    supply1Micros: from.number(),
    lastTradePips: from.optional(),
  } satisfies EveryField<MarketRow> as MarketRow;
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

function writeNewOrder({ row, owner, signed }: NewOrder, to: ByteWriter): void {
  writeOrderState(row, to);
  to.symbol(row.wallet).symbol(row.conditionId).number(row.outcome).symbol(row.side).symbol(row.orderType);
  to.number(row.pricePips)
    .number(row.sizeMicros)
    .optional(row.budgetMicros)
    .number(row.postOnly ? 1 : 0);
  to.optional(row.expiresAt).number(row.acceptedAt).number(row.priority);
  to.symbol(owner).text(signed);
}

function readNewOrder(from: ByteReader): NewOrder {
  const { orderId, filledMicros, filledUsdcMicros, lockedMicros, status, closeReason, dueAt } = readOrderState(from);
  const row = {
    orderId,
    wallet: from.symbol(),
    conditionId: from.symbol(),
    outcome: from.number(),
    side: from.symbol(),
    orderType: from.symbol(),
    pricePips: from.number(),
    sizeMicros: from.number(),
    budgetMicros: from.optional(),
    postOnly: from.number() === 1,
    expiresAt: from.optional(),
    acceptedAt: from.number(),
    dueAt,
    priority: from.number(),
    filledMicros,
    filledUsdcMicros,
    lockedMicros,
    status,
    closeReason,
  } satisfies EveryField<OrderRow> as OrderRow;
  return { row, owner: from.symbol(), signed: from.text() };
}

function writeOrderState(row: OrderState, to: ByteWriter): void {
  to.text(row.orderId).number(row.filledMicros).number(row.filledUsdcMicros).number(row.lockedMicros);
  to.symbol(row.status).optionalSymbol(row.closeReason).optional(row.dueAt);
}

function readOrderState(from: ByteReader): OrderState {
  return {
    orderId: from.text(),
    filledMicros: from.number(),
    filledUsdcMicros: from.number(),
    lockedMicros: from.number(),
    status: from.symbol(),
    closeReason: from.optionalSymbol(),
    dueAt: from.optional(),
  } as OrderState;
}

function writeTrade({ trade, takerNote, makerOwners }: NotedTrade, to: ByteWriter): void {
  to.number(trade.tradeNumber).number(trade.at).symbol(trade.conditionId).text(trade.takerOrderId).symbol(trade.takerWallet);
  to.number(trade.takerOutcome).symbol(trade.takerSide).number(trade.sizeMicros).number(trade.usdcMicros);
  to.number(trade.feeMicros).number(trade.feeRateBps).symbol(takerNote.owner).symbol(takerNote.builder);
  to.rows(trade.fills, writeFill).rows(makerOwners, (owner) => to.symbol(owner));
}

function readTrade(from: ByteReader): NotedTrade {
  const taken = {
    tradeNumber: from.number(),
    at: from.number(),
    conditionId: from.symbol(),
    takerOrderId: from.text(),
    takerWallet: from.symbol(),
    takerOutcome: from.number(),
    takerSide: from.symbol(),
    sizeMicros: from.number(),
    usdcMicros: from.number(),
    feeMicros: from.number(),
    feeRateBps: from.number(),
  } as Omit<RecordedTrade, 'fills'>;
  const takerNote = { owner: from.symbol(), builder: from.symbol() };
  return { trade: { ...taken, fills: from.rows(readFill) }, takerNote, makerOwners: from.rows(() => from.symbol()) };
}

function writeFill(fill: RecordedFill, to: ByteWriter): void {
  to.symbol(fill.kind).text(fill.makerOrderId).symbol(fill.makerWallet).number(fill.makerOutcome).symbol(fill.makerSide);
  to.number(fill.makerPricePips).number(fill.sizeMicros).number(fill.makerUsdcMicros);
}

function readFill(from: ByteReader): RecordedFill {
  return {
    kind: from.symbol(),
    makerOrderId: from.text(),
    makerWallet: from.symbol(),
    makerOutcome: from.number(),
    makerSide: from.symbol(),
    makerPricePips: from.number(),
    sizeMicros: from.number(),
    makerUsdcMicros: from.number(),
  } as RecordedFill;
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
