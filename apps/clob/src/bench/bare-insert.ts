import type { Pool } from '@foretell/platform-prisma';
import { arrayLiteral } from '../engine/recorder/array-literal';
import type { NewOrder } from '../engine/journal/batch';

const TYPES = {
  order_id: 'text',
  priority: 'bigint',
  wallet: 'text',
  owner: 'text',
  condition_id: 'text',
  outcome: 'smallint',
  side: 'text',
  order_type: 'text',
  price_pips: 'int',
  size_micros: 'bigint',
  budget_micros: 'bigint',
  post_only: 'boolean',
  expires_at: 'bigint',
  accepted_at: 'bigint',
  due_at: 'bigint',
  filled_micros: 'bigint',
  filled_usdc_micros: 'bigint',
  locked_micros: 'bigint',
  status: 'text',
  close_reason: 'text',
  signed: 'jsonb',
} as const;
const NAMES = Object.keys(TYPES);
const ARRAYS = Object.values(TYPES).map((type, index) => `$${index + 1}::${type}[]`);

/** The limit to measure against: the same order rows into a table of the same shape and indexes, and nothing else. */
export class BareInsert {
  constructor(private readonly pool: Pool) {}

  async prepare(): Promise<void> {
    await this.pool.query('create table public.bench_orders (like clob.orders including all)');
  }

  async drop(): Promise<void> {
    await this.pool.query('drop table public.bench_orders');
  }

  async insert(orders: readonly NewOrder[]): Promise<void> {
    const rows = orders.map(valuesOf);
    await this.pool.query({
      name: 'bench-bare-insert',
      text: `insert into public.bench_orders (${NAMES.join(', ')}) select * from unnest(${ARRAYS.join(', ')})`,
      values: NAMES.map((_, column) => arrayLiteral(rows.map((row) => row[column]))),
    });
  }
}

function valuesOf({ row, owner, signed }: NewOrder): (string | number | boolean | null)[] {
  return [
    row.orderId,
    row.priority,
    row.wallet,
    owner,
    row.conditionId,
    row.outcome,
    row.side,
    row.orderType,
    row.pricePips,
    row.sizeMicros,
    row.budgetMicros,
    row.postOnly,
    row.expiresAt,
    row.acceptedAt,
    row.dueAt,
    row.filledMicros,
    row.filledUsdcMicros,
    row.lockedMicros,
    row.status,
    row.closeReason,
    signed,
  ];
}
