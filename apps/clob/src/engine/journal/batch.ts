import type { Changes, ExchangeFact, OrderRow, Trade } from '@foretell/exchange';
import { packMessages, type PackedMessage } from '@foretell/contracts';
import type { Listing } from '../../market-directory/listing';
import type { OrderAttachment } from '../submission';
import { toFacts } from './fact.mapper';

/** What the record keeps of an open order besides its row: needed when it trades later. */
export interface OpenOrderNote {
  readonly owner: string;
  readonly builder: string;
}

export interface NewOrder {
  readonly row: OrderRow;
  readonly attachment: OrderAttachment;
}

export interface LedgerEntry {
  readonly reference: string;
  readonly kind: 'credit' | 'debit';
  readonly wallet: string;
  readonly amountMicros: number;
  readonly at: number;
}

export interface NotedTrade {
  readonly trade: Trade;
  readonly takerNote: OpenOrderNote;
  readonly makerOwners: readonly string[];
}

/** One transaction of the journal: everything that a batch of commands changed. */
export interface CommitBatch {
  readonly epoch: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly at: number;
  readonly messages: readonly PackedMessage[];
  readonly changes: Changes;
  readonly newOrders: readonly NewOrder[];
  readonly knownOrders: readonly OrderRow[];
  readonly trades: readonly NotedTrade[];
  readonly ledgerEntries: readonly LedgerEntry[];
  readonly listings: readonly Listing[];
  readonly gammaCheckpoint: number | null;
}

/** What the attachments of a batch's commands amount to. */
export interface BatchAttachments {
  readonly orders: ReadonlyMap<string, OrderAttachment>;
  readonly ledgerEntries: readonly LedgerEntry[];
  readonly listings: readonly Listing[];
  readonly gammaCheckpoint: number | null;
}

/** Puts a drained batch together with its attachments. `notes` says who placed the open orders it touches. */
export function buildBatch(
  head: { readonly epoch: number; readonly sequence: number },
  drained: { readonly facts: readonly ExchangeFact[]; readonly changes: Changes },
  attachments: BatchAttachments,
  notes: ReadonlyMap<string, OpenOrderNote>,
): CommitBatch {
  const { facts, changes } = drained;
  const firstSequence = head.sequence + 1;
  const published = toFacts(facts, changes.quotes, changes.totals.at, firstSequence, (orderId) => notes.get(orderId)?.builder);
  const newOrders: NewOrder[] = [];
  const knownOrders: OrderRow[] = [];
  for (const row of changes.orders) {
    const attachment = attachments.orders.get(row.orderId);
    if (attachment === undefined) knownOrders.push(row);
    else newOrders.push({ row, attachment });
  }
  return {
    epoch: head.epoch,
    firstSequence,
    lastSequence: head.sequence + published.length,
    at: changes.totals.at,
    messages: packMessages('clob', firstSequence, published),
    changes,
    newOrders,
    knownOrders,
    trades: facts.filter((fact): fact is Trade => fact.type === 'trade').map((trade) => noted(trade, notes)),
    ledgerEntries: attachments.ledgerEntries,
    listings: attachments.listings,
    gammaCheckpoint: attachments.gammaCheckpoint,
  };
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
