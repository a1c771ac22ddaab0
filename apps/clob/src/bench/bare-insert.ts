import { byteaArray, integerArray, type Pool } from '@foretell/platform-prisma';
import type { Numbers } from '../columns/numbers';
import { ORDER_COLUMNS } from '../columns/order.columns';
import { arraysOf, namesOf, valuesOf } from '../columns/sql-columns';
import type { NewOrder } from '../engine/journal/batch';

const COUNT = ORDER_COLUMNS.length;

/** Local numbers, without a table. */
class BaselineNumbers implements Numbers {
  private readonly numbers = new Map<string, number>();

  wallet = this.of.bind(this);
  owner = this.of.bind(this);
  market = this.of.bind(this);

  private of(name: string): number {
    const number = this.numbers.get(name) ?? this.numbers.size + 1;
    this.numbers.set(name, number);
    return number;
  }
}

/** The baseline: only inserts the same order rows into a table with the same columns and indexes. */
export class BaselineInsert {
  private readonly numbers = new BaselineNumbers();

  constructor(private readonly pool: Pool) {}

  async prepare(): Promise<void> {
    await this.pool.query('create table public.bench_orders (like clob.orders including all)');
  }

  async drop(): Promise<void> {
    await this.pool.query('drop table public.bench_orders');
  }

  async insert(orders: readonly NewOrder[]): Promise<void> {
    const rows = orders.map(({ row }) => row);
    await this.pool.query({
      name: 'bench-bare-insert',
      text: `insert into public.bench_orders (${namesOf(ORDER_COLUMNS)}, owner_number, signed)
        select * from unnest(${arraysOf(ORDER_COLUMNS)}, $${COUNT + 1}::int4[], $${COUNT + 2}::bytea[])`,
      values: [
        ...valuesOf(ORDER_COLUMNS, rows, this.numbers),
        integerArray('int4', orders, ({ owner }) => this.numbers.owner(owner)),
        byteaArray(orders.map(({ signed }) => signed)),
      ],
    });
  }
}
