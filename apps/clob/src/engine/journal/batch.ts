import type { BalanceRow, Changes, ExchangeFact, MarketRow, OrderRow, TotalsRow, Trade } from '@foretell/exchange';
import { ZERO_BYTES32 } from '@foretell/signing';
import { packMessages, type PackedMessage } from '@foretell/contracts';
import { toFacts, type MarketMeasure, type PinnedRewards } from '@foretell/platform-nats/exchange-events';
import type { Listing } from '../../market-directory/listing';
import type { OrderAttachment } from '../submission';
import type { OrderState, RecordedTrade } from '../../columns/recorded-rows';
import { pricePointsOf, type PricePoint } from './price-points';

/** What the record keeps of an open order besides its row: needed when it trades later. */
export interface OpenOrderNote {
  readonly owner: string;
  readonly builder: string;
}

/** The builder's code as the tables keep it: they have nothing for nobody. */
export function attributedTo(builder: string): string | null {
  return builder === ZERO_BYTES32 ? null : builder;
}

/** An order that a commit places: its row, and what the placing request left with it. */
export interface NewOrder {
  readonly row: OrderRow;
  readonly owner: string;
  readonly builder: string;
  /** The order as signed: encodeSignedOrder. */
  readonly signed: Uint8Array;
}

export interface LedgerEntry {
  readonly reference: string;
  /** Of a split and a merge the amount is of complete sets. */
  readonly kind: 'credit' | 'debit' | 'split' | 'merge';
  readonly wallet: string;
  readonly amountMicros: number;
  readonly at: number;
}

export interface NotedTrade {
  readonly trade: RecordedTrade;
  readonly takerNote: OpenOrderNote;
  readonly makerOwners: readonly string[];
}

/** Where the record stands after a commit: its number, its last fact, the state's totals, and the hash that proves the state. */
export interface RecordHead {
  /** 1, 2, 3 ... over the life of the record. */
  readonly commitNumber: number;
  readonly sequence: number;
  readonly stateHash: string;
  readonly totals: TotalsRow;
}

/**
 * The rows that a commit changed, each subject once and as it was after the commit: what the journal keeps beside the facts, and
 * the recorder writes.
 */
export interface CommitRows {
  readonly head: RecordHead;
  readonly markets: readonly MarketRow[];
  readonly balances: readonly BalanceRow[];
  readonly newOrders: readonly NewOrder[];
  /** Of orders that an earlier commit placed. */
  readonly orderStates: readonly OrderState[];
  readonly trades: readonly NotedTrade[];
  readonly points: readonly PricePoint[];
  readonly ledgerEntries: readonly LedgerEntry[];
  readonly listings: readonly Listing[];
  readonly gammaCheckpoint: number | null;
}

/** An order that a commit changed, as it is after it, and the API key that placed it. */
export interface OwnedOrder {
  readonly row: OrderRow;
  readonly owner: string;
}

/** One transaction of the journal: everything that a batch of commands changed. */
export interface CommitBatch {
  readonly epoch: number;
  readonly firstSequence: number;
  readonly at: number;
  readonly messages: readonly PackedMessage[];
  /** The traces whose commands it holds. */
  readonly traceparents?: readonly string[];
  readonly changes: Changes;
  readonly orders: readonly OwnedOrder[];
  readonly rows: CommitRows;
}

/** What the attachments of a batch's commands amount to. */
export interface BatchAttachments {
  readonly orders: ReadonlyMap<string, OrderAttachment>;
  readonly ledgerEntries: readonly LedgerEntry[];
  readonly listings: readonly Listing[];
  readonly gammaCheckpoint: number | null;
  readonly measures: readonly MarketMeasure[];
  /** By condition. */
  readonly pinned: ReadonlyMap<string, PinnedRewards>;
  readonly traceparents?: readonly string[];
}

/** What a batch follows: the writer's epoch, and where the record stands. */
export interface WriterHead {
  readonly epoch: number;
  readonly commitNumber: number;
  readonly sequence: number;
  readonly at: number;
}

/** Puts a drained batch together with its attachments. `notes` says who placed the open orders it touches. */
export function buildBatch(
  head: WriterHead,
  { facts, changes }: { readonly facts: readonly ExchangeFact[]; readonly changes: Changes },
  attachments: BatchAttachments,
  notes: ReadonlyMap<string, OpenOrderNote>,
): CommitBatch {
  const firstSequence = head.sequence + 1;
  const { stateHash, totals } = changes;
  const told = {
    quotes: changes.quotes,
    measures: attachments.measures,
    pinnedOf: (conditionId: string) => attachments.pinned.get(conditionId),
    builderOf: (orderId: string) => notes.get(orderId)?.builder,
  };
  const published = toFacts(facts, told, totals.at, firstSequence);
  const sequence = head.sequence + published.length;
  return {
    epoch: head.epoch,
    firstSequence,
    at: totals.at,
    messages: packMessages('clob', firstSequence, published),
    traceparents: attachments.traceparents ?? [],
    changes,
    orders: ownedOrders(changes.orders, notes),
    rows: {
      head: { commitNumber: head.commitNumber + 1, sequence, stateHash, totals },
      markets: changes.markets,
      balances: changes.balances,
      ...ordersOf(changes.orders, attachments.orders),
      trades: facts.filter((fact): fact is Trade => fact.type === 'trade').map((trade) => noted(trade, notes)),
      points: pricePointsOf(changes.quotes, changes.markets, totals.at),
      ledgerEntries: attachments.ledgerEntries,
      listings: attachments.listings,
      gammaCheckpoint: attachments.gammaCheckpoint,
    },
  };
}

/** To be asked before the notes of closed orders are deleted. */
export function ownedOrders(
  rows: readonly OrderRow[],
  notes: { get(orderId: string): Pick<OpenOrderNote, 'owner'> | undefined },
): readonly OwnedOrder[] {
  return rows.map((row) => ({ row, owner: notes.get(row.orderId)?.owner ?? '' }));
}

function ordersOf(
  rows: readonly OrderRow[],
  attachments: ReadonlyMap<string, OrderAttachment>,
): Pick<CommitRows, 'newOrders' | 'orderStates'> {
  const newOrders: NewOrder[] = [];
  const orderStates: OrderState[] = [];
  for (const row of rows) {
    const attachment = attachments.get(row.orderId);
    if (attachment === undefined) orderStates.push(row);
    else newOrders.push({ row, owner: attachment.owner, builder: attachment.builder, signed: attachment.signed });
  }
  return { newOrders, orderStates };
}

function noted(trade: Trade, notes: ReadonlyMap<string, OpenOrderNote>): NotedTrade {
  return {
    trade,
    takerNote: noteOf(notes, trade.takerOrderId),
    makerOwners: trade.fills.map((fill) => noteOf(notes, fill.makerOrderId).owner),
  };
}

function noteOf(notes: ReadonlyMap<string, OpenOrderNote>, orderId: string): OpenOrderNote {
  const note = notes.get(orderId);
  if (note === undefined) throw new Error(`order ${orderId} traded but was never noted as open`);
  return note;
}
