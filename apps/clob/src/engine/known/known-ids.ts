import type { Pool } from 'pg';
import { hexArray } from '../../columns/binary-array';
import type { CommitRows } from '../journal/batch';
import type { Recorder } from '../recorder/recorder';
import { IdFilter } from './id-filter';

/** Some ten milliseconds of this thread. */
const PAGE_MAX = 5_000;
/** The ids after $1 in the order of their index, as many as fit a page. */
const PAGES = [
  {
    name: 'ids-of-orders',
    text: `select '0x' || encode(order_id, 'hex') as id from clob.orders where order_id > decode(substr($1, 3), 'hex')
           order by order_id limit ${PAGE_MAX}`,
  },
  {
    name: 'references',
    text: `select reference as id from clob.ledger_entries where reference > $1 order by reference limit ${PAGE_MAX}`,
  },
] as const;
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
    private readonly pool: Pool,
    private readonly recorder: Recorder,
  ) {}

  /** Which of these were committed before the call. */
  async of(orderIds: readonly string[], references: readonly string[]): Promise<ReadonlySet<string>> {
    const orders = this.perhaps(orderIds);
    const ledger = this.perhaps(references);
    if (orders.length + ledger.length === 0) return NONE;
    // First what the recorder holds: what it hands over to the tables meanwhile is then found in either place or in both.
    const held = [...this.recorder.holding(orders), ...this.recorder.holding(ledger)];
    const recorded = await this.recorded(orders, ledger);
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
    for (const query of PAGES) {
      for (let page = await this.page(query, ''); page.length > 0; page = await this.page(query, page.at(-1) ?? '')) {
        if (signal.aborted) return;
        for (const id of page) this.filter.add(id);
      }
    }
    this.isComplete = true;
  }

  private perhaps(ids: readonly string[]): readonly string[] {
    return this.isComplete ? ids.filter((id) => this.filter.mayHold(id)) : ids;
  }

  private async page(query: (typeof PAGES)[number], after: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>({ ...query, values: [after] });
    return rows.map(({ id }) => id);
  }

  private async recorded(orderIds: readonly string[], references: readonly string[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'known-ids',
      text: `select '0x' || encode(order_id, 'hex') as id from clob.orders where order_id = any($1::bytea[])
             union all select reference from clob.ledger_entries where reference = any($2::text[])`,
      values: [hexArray(orderIds), references],
    });
    return rows.map(({ id }) => id);
  }
}
