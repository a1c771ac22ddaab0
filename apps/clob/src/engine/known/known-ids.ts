import type { CommitRows } from '../journal/batch';
import type { Recorder } from '../recorder/recorder';
import { IdFilter } from './id-filter';

const KINDS = ['orders', 'references'] as const;

/** The ids in the tables, which only grow. */
export interface RecordedIds {
  /** Those after `after` in the order of their index, as many as fit a page; the first ones after an empty text. */
  page(of: (typeof KINDS)[number], after: string): Promise<readonly string[]>;
  /** Which of these are there. */
  among(orderIds: readonly string[], references: readonly string[]): Promise<readonly string[]>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Which order ids and ledger references were used before, ever. A filter in memory answers for nearly all that are new; the
 * record is asked for the rest. The filter is filled in the background from the tables, whose ids are as many as there were
 * orders ever; until then the record is asked for all.
 */
export class KnownIds {
  private readonly filter = new IdFilter();
  private isComplete = false;

  /** To be made when the tables are level with the journal, before the first commit. */
  constructor(
    private readonly recorded: RecordedIds,
    private readonly recorder: Pick<Recorder, 'holding'>,
  ) {}

  /** Which of these were committed before the call. */
  async of(orderIds: readonly string[], references: readonly string[]): Promise<ReadonlySet<string>> {
    const orders = this.perhaps(orderIds);
    const ledger = this.perhaps(references);
    if (orders.length + ledger.length === 0) return NONE;
    // First what the recorder holds: what it hands over to the tables meanwhile is then found in either place or in both.
    const held = [...this.recorder.holding(orders), ...this.recorder.holding(ledger)];
    const recorded = await this.recorded.among(orders, ledger);
    return new Set([...recorded, ...held]);
  }

  /** To be called after each commit, before it is acknowledged. */
  add({ newOrders, ledgerEntries }: CommitRows): void {
    for (const { row } of newOrders) this.filter.add(row.orderId);
    for (const { reference } of ledgerEntries) this.filter.add(reference);
  }

  /** Reads what was known before this was made; until then the record is asked for all. Ends early when aborted. */
  async learn(signal: AbortSignal): Promise<void> {
    // Page by page: no row is ever deleted, and whatever is added meanwhile is told by add.
    for (const kind of KINDS) {
      const { recorded } = this;
      for (let page = await recorded.page(kind, ''); page.length > 0; page = await recorded.page(kind, page.at(-1) ?? '')) {
        if (signal.aborted) return;
        for (const id of page) this.filter.add(id);
      }
    }
    this.isComplete = true;
  }

  private perhaps(ids: readonly string[]): readonly string[] {
    return this.isComplete ? ids.filter((id) => this.filter.mayHold(id)) : ids;
  }
}
