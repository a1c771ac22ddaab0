import type { Pool } from 'pg';
import { hexArray } from '../../columns/binary-array';
import type { CommitRows } from '../journal/batch';
import type { DatedOrder } from '../writer';
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
/** Of orders that are archived and do not say when they were signed. */
const ARCHIVED_IDS = {
  name: 'ids-of-archived-orders',
  text: `select '0x' || encode(order_id, 'hex') as id from clob.archived_ids where order_id > decode(substr($1, 3), 'hex')
         order by order_id limit ${PAGE_MAX}`,
} as const;
const HORIZON = `(select coalesce(max(until_at), 0) from clob.archived where table_name = 'clob.orders')`;
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
  /** Unix milliseconds. It never goes back: what a restored archive holds is in the tables, but perhaps not in the filter. */
  private horizon = 0;

  /** To be made when the tables are level with the journal, before the first commit. */
  constructor(
    private readonly pool: Pool,
    private readonly recorder: Recorder,
  ) {}

  /** Which of these were committed before the call, or may have been. */
  async of(dated: readonly DatedOrder[], references: readonly string[]): Promise<ReadonlySet<string>> {
    const orders = this.perhaps(dated.map(({ orderId }) => orderId));
    const ledger = this.perhaps(references);
    if (orders.length + ledger.length === 0) return this.old(dated);
    // First what the recorder holds: what it hands over to the tables meanwhile is then found in either place or in both.
    const held = [...this.recorder.holding(orders), ...this.recorder.holding(ledger)];
    const recorded = await this.recorded(orders, ledger);
    return new Set([...recorded, ...held, ...this.old(dated)]);
  }

  private old(dated: readonly DatedOrder[]): ReadonlySet<string> {
    const { horizon } = this;
    const old = dated.filter(({ signedAt }) => signedAt !== null && signedAt < horizon);
    return old.length === 0 ? NONE : new Set(old.map(({ orderId }) => orderId));
  }

  /** To be called after each commit, before it is acknowledged. */
  add({ newOrders, ledgerEntries }: CommitRows): void {
    for (const { row } of newOrders) this.filter.add(row.orderId);
    for (const { reference } of ledgerEntries) this.filter.add(reference);
  }

  /** Reads what was known before this was made; until then the record is asked for all. Ends early when aborted. */
  async learn(signal: AbortSignal): Promise<void> {
    // Page by page: whatever is added meanwhile is told by add. What is archived or restored meanwhile is found on one of the two
    // ways to the archive, before or after the tables.
    await this.recorded([], []);
    for (const query of [ARCHIVED_IDS, ...PAGES, ARCHIVED_IDS]) {
      for (let page = await this.page(query, ''); page.length > 0; page = await this.page(query, page.at(-1) ?? '')) {
        if (signal.aborted) return;
        for (const id of page) this.filter.add(id);
      }
    }
    await this.recorded([], []);
    this.isComplete = true;
  }

  private perhaps(ids: readonly string[]): readonly string[] {
    return this.isComplete ? ids.filter((id) => this.filter.mayHold(id)) : ids;
  }

  private async page(query: (typeof PAGES)[number] | typeof ARCHIVED_IDS, after: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>({ ...query, values: [after] });
    return rows.map(({ id }) => id);
  }

  /** One view of tables and archive: what has left the one is in the other. */
  private async recorded(orderIds: readonly string[], references: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ horizon: number; ids: string[] }>({
      name: 'known-ids',
      text: `select ${HORIZON} as horizon, array(
               select '0x' || encode(order_id, 'hex') from clob.orders where order_id = any($1::bytea[])
               union all select '0x' || encode(order_id, 'hex') from clob.archived_ids where order_id = any($1::bytea[])
               union all select reference from clob.ledger_entries where reference = any($2::text[])) as ids`,
      values: [hexArray(orderIds), references],
    });
    const [{ horizon, ids } = { horizon: 0, ids: [] }] = rows;
    this.horizon = Math.max(this.horizon, horizon);
    return ids;
  }
}
