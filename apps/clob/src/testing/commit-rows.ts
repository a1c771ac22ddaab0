import { restoreExchange, ZERO_TOTALS, type Command, type Snapshot } from '@foretell/exchange';
import { unixMillis } from '@foretell/units';
import { buildBatch, type CommitBatch, type CommitRows, type OpenOrderNote } from '../engine/journal/batch';
import type { OrderAttachment, Submission } from '../engine/submission';
import { RULES } from './writer-world';

export const COMMITTED_AT = 1_800_000_000_000;

const NOTHING: Snapshot = {
  markets: [],
  balances: [],
  orders: [],
  totals: ZERO_TOTALS,
};

/** Builds the commits of a writer, batch by batch, without a record. Every command must be accepted. */
export class CommitMaker {
  private readonly exchange = restoreExchange(NOTHING, RULES);
  private readonly notes = new Map<string, OpenOrderNote>();
  private head = { epoch: 1, commitNumber: 0, sequence: 0, at: COMMITTED_AT };

  commit(submissions: readonly Submission[], more: Partial<Pick<CommitRows, 'listings' | 'gammaCheckpoint'>> = {}): CommitRows {
    return this.batch(submissions, more).rows;
  }

  /** The complete commit of an epoch. */
  batch(
    submissions: readonly Submission[],
    more: Partial<Pick<CommitRows, 'listings' | 'gammaCheckpoint'>> = {},
    epoch = 1,
  ): CommitBatch {
    const orders = new Map<string, OrderAttachment>();
    const ledgerEntries = submissions.flatMap((submission) => this.apply(submission, orders));
    const batch = buildBatch(
      { ...this.head, epoch },
      this.exchange.drain(),
      {
        orders,
        ledgerEntries,
        listings: more.listings ?? [],
        gammaCheckpoint: more.gammaCheckpoint ?? null,
        measures: [],
        pinned: new Map(),
      },
      this.notes,
    );
    const { commitNumber, sequence } = batch.rows.head;
    this.head = { ...this.head, commitNumber, sequence };
    return batch;
  }

  private apply({ command, attachment }: Submission, orders: Map<string, OrderAttachment>): CommitRows['ledgerEntries'] {
    const timed: Command = { ...command, at: unixMillis(COMMITTED_AT) };
    if (timed.type === 'placeOrder' && attachment?.kind === 'order') {
      this.notes.set(timed.orderId, attachment);
      orders.set(timed.orderId, attachment);
    }
    const outcome = this.exchange.apply(timed);
    if (outcome.type === 'rejected') throw new Error(`the exchange refused: ${outcome.reason}`);
    if (attachment?.kind !== 'ledger' || (timed.type !== 'credit' && timed.type !== 'debit')) return [];
    const { wallet, amountMicros, type: kind } = timed;
    return [{ reference: attachment.reference, kind, wallet, amountMicros, at: COMMITTED_AT }];
  }
}
