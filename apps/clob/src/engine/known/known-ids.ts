import type { CommitRows } from '../journal/batch';
import type { DatedOrder } from '../submission';
import type { Projector } from '../projector/projector';
import { IdFilter } from './id-filter';

/** Archived orders first and last: rows that are archived or restored during the scan are met in one of the two passes. */
const KINDS = ['archived', 'orders', 'references', 'archived'] as const;

/** The record's answer about some ids, read at one moment. */
export interface Found {
  /** The ids that the record holds. */
  readonly ids: readonly string[];
  /** Every archived order that has a signing time, and whose id is not in the tables, was signed before this. Unix ms. */
  readonly horizon: number;
}

/** The ids in the tables, and those of archived orders that remain there. */
export interface StoredIds {
  /** Ids after `after` in index order, as many as fit a page; the first page for an empty text. */
  page(of: (typeof KINDS)[number], after: string): Promise<readonly string[]>;
  /** Which of these exist. */
  among(orderIds: readonly string[], references: readonly string[]): Promise<Found>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Which order ids and ledger references were ever used. A filter in memory answers for nearly all new ids; the record is
 * queried for the rest. The filter is filled in the background from the tables, which hold the ids of all orders ever placed;
 * until then every id is queried. Orders signed before the end of the newest archive count as known, because the archive may
 * hold them. Source: docs/decisions/retention.md.
 */
export class KnownIds {
  private readonly filter = new IdFilter();
  private isComplete = false;
  /** Never decreases: a restored archive's ids are in the tables, but perhaps not in the filter. */
  private horizon = 0;

  /** Create it when the tables have caught up with the journal, before the first commit. */
  constructor(
    private readonly stored: StoredIds,
    private readonly projector: Pick<Projector, 'holding'>,
  ) {}

  /** Which of these were committed before the call, or may have been. */
  async of(dated: readonly DatedOrder[], references: readonly string[]): Promise<ReadonlySet<string>> {
    const orders = this.perhaps(dated.map(({ orderId }) => orderId));
    const ledger = this.perhaps(references);
    if (orders.length + ledger.length === 0) return this.old(dated);
    // Checks the projector first: rows that it writes to the tables during the check are found in one place or in both.
    const held = [...this.projector.holding(orders), ...this.projector.holding(ledger)];
    const stored = await this.ask(orders, ledger);
    return new Set([...stored, ...held, ...this.old(dated)]);
  }

  /** Call after each commit, before it is acknowledged. */
  add({ newOrders, ledgerEntries }: CommitRows): void {
    for (const { row } of newOrders) this.filter.add(row.orderId);
    for (const { reference } of ledgerEntries) this.filter.add(reference);
  }

  /** Fills the filter with the ids from before its creation; until then every id is queried. Stops early when aborted. */
  async learn(signal: AbortSignal): Promise<void> {
    // Page by page: ids used in the meantime arrive through `add`.
    await this.ask([], []);
    for (const kind of KINDS) {
      const { stored } = this;
      for (let page = await stored.page(kind, ''); page.length > 0; page = await stored.page(kind, page.at(-1) ?? '')) {
        if (signal.aborted) return;
        for (const id of page) this.filter.add(id);
      }
    }
    await this.ask([], []);
    this.isComplete = true;
  }

  private async ask(orderIds: readonly string[], references: readonly string[]): Promise<readonly string[]> {
    const { ids, horizon } = await this.stored.among(orderIds, references);
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
