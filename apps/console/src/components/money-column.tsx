import type { Said } from '../figures/decimal-text';
import { MoneyInCents } from './money';
import type { Column } from './table';

interface MoneyColumnOptions<Row> extends Pick<Column<Row>, 'order'> {
  /** Whether amounts are gains and losses. */
  readonly signed?: boolean;
}

/** A column of dollars, rounded to cents for comparison; the exact amount is the title of each. */
export function moneyColumn<Row>(
  head: string,
  amountOf: (row: Row) => Said,
  { signed = false, order }: MoneyColumnOptions<Row> = {},
): Column<Row> {
  return { head, isFigure: true, order, cell: (row) => <MoneyInCents amount={amountOf(row)} signed={signed} /> };
}
