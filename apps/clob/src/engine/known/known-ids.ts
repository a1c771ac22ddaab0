import type { CommitRows } from '../journal/batch';
import type { DatedOrder } from '../submission';
import type { Recorder } from '../recorder/recorder';
import { IdFilter } from './id-filter';

/** Archived orders first and last: what is archived or restored meanwhile is met on one of the two ways. */
const KINDS = ['archived', 'orders', 'references', 'archived'] as const;

/** What the record says of some ids, seen at one moment. */
export interface Found {
  /** Those that it holds. */
  readonly ids: readonly string[];
  /** All archived orders that say when they were signed, and are not held by their ids, say an instant before this, Unix ms. */
  readonly horizon: number;
}

/** The ids in the tables, and those that archived orders have left there. */
export interface RecordedIds {
  /** Those after `after` in the order of their index, as many as fit a page; the first ones after an empty text. */
  page(of: (typeof KINDS)[number], after: string): Promise<readonly string[]>;
  /** Which of these are there. */
  among(orderIds: readonly string[], references: readonly string[]): Promise<Found>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Which order ids and ledger references were used before, ever. A filter in memory answers for nearly all that are new; the
 * record is asked for the rest. The filter is filled in the background from the tables, whose ids are as many as there were
 * orders ever; until then the record is asked for all. Orders that were signed before the newest archive ends count as known: the
 * archive may hold them. Source: docs/decisions/retention.md.
 */
export class KnownIds {
  private readonly filter = new IdFilter();
  private isComplete = false;
  /** It never goes back: what a restored archive holds is in the tables, but perhaps not in the filter. */
  private horizon = 0;

  /** To be made when the tables are level with the journal, before the first commit. */
  constructor(
    private readonly recorded: RecordedIds,
    private readonly recorder: Pick<Recorder, 'holding'>,
  ) {}

  /** Which of these were committed before the call, or may have been. */
  async of(dated: readonly DatedOrder[], references: readonly string[]): Promise<ReadonlySet<string>> {
    const orders = this.perhaps(dated.map(({ orderId }) => orderId));
    const ledger = this.perhaps(references);
    if (orders.length + ledger.length === 0) return this.old(dated);
    // First what the recorder holds: what it hands over to the tables meanwhile is then found in either place or in both.
    const held = [...this.recorder.holding(orders), ...this.recorder.holding(ledger)];
    const recorded = await this.ask(orders, ledger);
    return new Set([...recorded, ...held, ...this.old(dated)]);
  }

  /** To be called after each commit, before it is acknowledged. */
  add({ newOrders, ledgerEntries }: CommitRows): void {
    for (const { row } of newOrders) this.filter.add(row.orderId);
    for (const { reference } of ledgerEntries) this.filter.add(reference);
  }

  /** Reads what was known before this was made; until then the record is asked for all. Ends early when aborted. */
  async learn(signal: AbortSignal): Promise<void> {
    // Page by page: whatever is added meanwhile is told by add.
    await this.ask([], []);
    for (const kind of KINDS) {
      const { recorded } = this;
      for (let page = await recorded.page(kind, ''); page.length > 0; page = await recorded.page(kind, page.at(-1) ?? '')) {
        if (signal.aborted) return;
        for (const id of page) this.filter.add(id);
      }
    }
    await this.ask([], []);
    this.isComplete = true;
  }

  private async ask(orderIds: readonly string[], references: readonly string[]): Promise<readonly string[]> {
    const { ids, horizon } = await this.recorded.among(orderIds, references);
    this.horizon = Math.max(this.horizon, horizon);
    return ids;
  }

  private old(dated: readonly DatedOrder[]): ReadonlySet<string> {
    const { horizon } = this;
    const old = dated.filter(({ signedAt }) => signedAt !== null && signedAt < horizon);
    return old.length === 0 ? NONE : new Set(old.map(({ orderId }) => orderId));
  }

  private perhaps(ids: readonly string[]): readonly string[] {
    return this.isComplete ? ids.filter((id) => this.filter.mayHold(id)) : ids;
  }
}
