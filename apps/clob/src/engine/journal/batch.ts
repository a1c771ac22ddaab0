import type { BalanceRow, Changes, ExchangeEvent, MarketRow, OrderRow, TotalsRow, Trade } from '@foretell/exchange';
import { ZERO_BYTES32 } from '@foretell/signing';
import { packMessages, type PackedMessage } from '@foretell/contracts';
import { toEvents, type MarketMeasure, type PinnedRewards } from '@foretell/platform-nats/exchange-events';
import type { Listing } from '../../market-directory/listing';
import type { OrderAttachment } from '../submission';
import type { OrderState, StoredTrade } from '../../columns/stored-rows';
import { pricePointsOf, type PricePoint } from './price-points';

/** What the record stores of an open order in addition to its row: needed when it trades later. */
export interface OpenOrderNote {
  readonly owner: string;
  readonly builder: string;
}

/** The builder code as the tables store it: NULL when there is none. */
export function attributedTo(builder: string): string | null {
  return builder === ZERO_BYTES32 ? null : builder;
}

/** An order that a commit places: its row, and the metadata of the placing request. */
export interface NewOrder {
  readonly row: OrderRow;
  readonly owner: string;
  readonly builder: string;
  /** The order as signed: encodeSignedOrder. */
  readonly signed: Uint8Array;
}

export interface LedgerEntry {
  readonly reference: string;
  /** For a split or merge, the amount is of complete sets. */
  readonly kind: 'credit' | 'debit' | 'split' | 'merge';
  readonly wallet: string;
  readonly amountMicros: number;
  readonly at: number;
}

export interface NotedTrade {
  readonly trade: StoredTrade;
  readonly takerNote: OpenOrderNote;
  readonly makerOwners: readonly string[];
}

/** The record's position after a commit: its number, its last event, the state's totals, and the hash that proves the state. */
export interface RecordHead {
  /** 1, 2, 3 ... over the life of the record. */
  readonly commitNumber: number;
  readonly sequence: number;
  readonly stateHash: string;
  readonly totals: TotalsRow;
}

/**
 * The rows that a commit changed, each subject once with its state after the commit. The journal stores them with the events;
 * the projector writes them to the tables.
 */
export interface CommitRows {
  readonly head: RecordHead;
  readonly markets: readonly MarketRow[];
  readonly balances: readonly BalanceRow[];
  readonly newOrders: readonly NewOrder[];
  /** States of orders that an earlier commit placed. */
  readonly orderStates: readonly OrderState[];
  readonly trades: readonly NotedTrade[];
  readonly points: readonly PricePoint[];
  readonly ledgerEntries: readonly LedgerEntry[];
  readonly listings: readonly Listing[];
  readonly gammaCheckpoint: number | null;
}

/** An order that a commit changed, with its state after the commit and the API key that placed it. */
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
  /** Traces of its commands. */
  readonly traceparents?: readonly string[];
  readonly changes: Changes;
  readonly orders: readonly OwnedOrder[];
  readonly rows: CommitRows;
}

/** The combined attachments of a batch's commands. */
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

/** The position before a batch: the writer's epoch and the record's last commit. */
export interface WriterHead {
  readonly epoch: number;
  readonly commitNumber: number;
  readonly sequence: number;
  readonly at: number;
}

/** Combines an applied batch with its attachments. `notes` holds owner and builder of the open orders that it touches. */
export function buildBatch(
  head: WriterHead,
  { facts: events, changes }: { readonly facts: readonly ExchangeEvent[]; readonly changes: Changes },
  attachments: BatchAttachments,
  notes: ReadonlyMap<string, OpenOrderNote>,
): CommitBatch {
  const firstSequence = head.sequence + 1;
  const { stateHash, totals } = changes;
  const context = {
    quotes: changes.quotes,
    measures: attachments.measures,
    pinnedOf: (conditionId: string) => attachments.pinned.get(conditionId),
    builderOf: (orderId: string) => notes.get(orderId)?.builder,
  };
  const published = toEvents(events, context, totals.at, firstSequence);
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
      trades: events.filter((event): event is Trade => event.type === 'trade').map((trade) => noted(trade, notes)),
      points: pricePointsOf(changes.quotes, changes.markets, totals.at),
      ledgerEntries: attachments.ledgerEntries,
      listings: attachments.listings,
      gammaCheckpoint: attachments.gammaCheckpoint,
    },
  };
}

/** Call before the notes of closed orders are deleted. */
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
