import type { Command, Exchange, Placed, PlaceOrder, Unfinished } from '@foretell/exchange';
import type { UnixMillis } from '@foretell/units';
import { barred, unlinked, type BanOf, type OwnerOf } from './barred';
import type { LedgerEntry, OpenOrderNote } from './journal/batch';
import type { Collected } from './journal/collected';
import { RepeatedCancels } from './repeated-cancels';
import type { Attachment, CommandDraft, OrderAttachment, Settled, Submission, Traded } from './submission';

const NOTHING_CANCELED: Settled = { type: 'canceled', orderIds: [], delayedOrderIds: [] };

/** Applies submissions to the exchange, and collects their attachments for the record. */
export class Settling {
  /** Ledger references that were applied and are not committed yet. */
  readonly references = new Set<string>();
  private readonly repeatedCancels = new RepeatedCancels();

  constructor(
    private readonly exchange: Exchange,
    private readonly notes: Map<string, OpenOrderNote>,
    private readonly banOf: BanOf,
    private readonly ownerOf: OwnerOf,
  ) {}

  settle(submission: Submission, at: UnixMillis, known: ReadonlySet<string>, collected: Collected): Settled | Unfinished {
    const { command, attachment, traceparent, request } = submission;
    const timed = timedAt(command, at);
    if (traceparent !== undefined) collected.traceparents.push(traceparent);
    if (timed.type === 'placeOrder') {
      if (known.has(timed.orderId)) return { type: 'known', id: timed.orderId };
      const refusal = barred(timed, this.banOf) ?? unlinked(submission, this.ownerOf);
      if (refusal !== null) return refusal;
      return attachment?.kind === 'order' ? this.place(timed, attachment, collected) : this.exchange.apply(timed);
    }
    if (attachment?.kind === 'ledger') {
      const { reference } = attachment;
      if (known.has(reference) || this.references.has(reference)) return { type: 'known', id: reference };
    }
    const refusal = barred(timed, this.banOf);
    if (refusal !== null) return refusal;
    const cancel = request === undefined || timed.type !== 'cancelOrders' ? null : `${timed.wallet}:${request}`;
    if (cancel !== null && this.repeatedCancels.isLate(cancel, at)) return NOTHING_CANCELED;
    const outcome = this.exchange.apply(timed);
    const hasBegun = outcome.type !== 'unfinished' || outcome.part !== null;
    if (cancel !== null && hasBegun) this.repeatedCancels.add(cancel, at);
    if (attachment !== undefined && hasBegun) this.attach(attachment, timed, outcome, collected);
    return outcome;
  }

  private attach(attachment: Attachment, command: Command, outcome: Settled | Unfinished, collected: Collected): void {
    if (attachment.kind === 'measures') collected.measures.push(...attachment.measures);
    if (attachment.kind === 'rewards') collected.pinned.set(attachment.conditionId, attachment.pinned);
    // The description of a market that was not opened would stand alone in the record, and hold its tokens.
    if (attachment.kind === 'checkpoint')
      collected.checkpoint(attachment.sequence, outcome.type === 'rejected' ? [] : attachment.listings);
    if (attachment.kind !== 'ledger' || outcome.type !== 'done') return;
    const moved = movementOf(command);
    if (moved === null) return;
    this.references.add(attachment.reference);
    collected.ledgerEntries.push({ reference: attachment.reference, ...moved, at: command.at });
  }

  private place(command: PlaceOrder, attachment: OrderAttachment, collected: Collected): Settled | Unfinished {
    const outcome = this.exchange.apply(command);
    if (outcome.type === 'placed') {
      this.notes.set(command.orderId, { owner: attachment.owner, builder: attachment.builder });
      collected.orders.set(command.orderId, attachment);
      if (outcome.tradeNumber !== null) return tradedAt(outcome, command.at);
    }
    return outcome;
  }
}

/**
 * Built field by field, because there are thousands of these: spreading an object and adding fields costs more than a
 * microsecond.
 */
function timedAt(draft: CommandDraft, at: UnixMillis): Command {
  const isOfQuote = 'counterOrderId' in draft || 'withDelayed' in draft;
  if (isOfQuote || (draft.type !== 'placeOrder' && draft.type !== 'cancelOrder')) return { ...draft, at };
  if (draft.type === 'cancelOrder') return { type: draft.type, at, orderId: draft.orderId, wallet: draft.wallet };
  return {
    type: draft.type,
    at,
    orderId: draft.orderId,
    wallet: draft.wallet,
    conditionId: draft.conditionId,
    outcome: draft.outcome,
    side: draft.side,
    orderType: draft.orderType,
    pricePips: draft.pricePips,
    sizeMicros: draft.sizeMicros,
    budgetMicros: draft.budgetMicros,
    flags: draft.flags,
    expiresAt: draft.expiresAt,
  };
}

function tradedAt(
  { type, orderId, status, filledMicros, filledUsdcMicros, feeMicros, tradeNumber, selfTradeOrderIds }: Placed,
  at: UnixMillis,
): Traded {
  return { type, orderId, status, filledMicros, filledUsdcMicros, feeMicros, tradeNumber, selfTradeOrderIds, tradedAt: at };
}

/** What a command moves under a reference: collateral, or complete sets of shares. */
function movementOf(command: Command): Pick<LedgerEntry, 'kind' | 'wallet' | 'amountMicros'> | null {
  switch (command.type) {
    case 'credit':
    case 'debit':
      return { kind: command.type, wallet: command.wallet, amountMicros: command.amountMicros };
    case 'splitPosition':
      return { kind: 'split', wallet: command.wallet, amountMicros: command.sizeMicros };
    case 'mergePosition':
      return { kind: 'merge', wallet: command.wallet, amountMicros: command.sizeMicros };
    default:
      return null;
  }
}
