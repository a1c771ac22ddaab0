import type { Command, Exchange, PlaceOrder, Unfinished } from '@foretell/exchange';
import type { UnixMillis } from '@foretell/units';
import type { LedgerEntry, OpenOrderNote } from './journal/batch';
import type { Collected } from './journal/collected';
import type { Attachment, OrderAttachment, Settled, Submission } from './submission';

/** Applies submissions to the exchange, and collects what the record keeps of them besides. */
export class Settling {
  /** Ledger references that were applied and are not committed yet. */
  readonly references = new Set<string>();

  constructor(
    private readonly exchange: Exchange,
    private readonly notes: Map<string, OpenOrderNote>,
  ) {}

  settle(
    { command, attachment, traceparent }: Submission,
    at: UnixMillis,
    known: ReadonlySet<string>,
    collected: Collected,
  ): Settled | Unfinished {
    const timed: Command = { ...command, at };
    if (traceparent !== undefined) collected.traceparents.push(traceparent);
    if (timed.type === 'placeOrder') {
      if (known.has(timed.orderId)) return { type: 'known', id: timed.orderId };
      return attachment?.kind === 'order' ? this.place(timed, attachment, collected) : this.exchange.apply(timed);
    }
    if (attachment?.kind === 'ledger') {
      const { reference } = attachment;
      if (known.has(reference) || this.references.has(reference)) return { type: 'known', id: reference };
    }
    const outcome = this.exchange.apply(timed);
    const hasBegun = outcome.type !== 'unfinished' || outcome.part !== null;
    if (attachment !== undefined && hasBegun) this.attach(attachment, timed, outcome, collected);
    return outcome;
  }

  private attach(attachment: Attachment, command: Command, outcome: Settled | Unfinished, collected: Collected): void {
    if (attachment.kind === 'measures') collected.measures.push(...attachment.measures);
    if (attachment.kind === 'rehash') {
      this.exchange.rehash(attachment.version);
      collected.isRehashed = true;
    }
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
      if (outcome.tradeNumber !== null) return { ...outcome, tradedAt: command.at };
    }
    return outcome;
  }
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
