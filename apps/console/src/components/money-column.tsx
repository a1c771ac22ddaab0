import type { Said } from '../figures/decimal-text';
import { MoneyInCents } from './money';
import type { Column } from './table';

interface MoneyColumnWish<Row> extends Pick<Column<Row>, 'order'> {
  /** Gains and losses. */
  readonly signed?: boolean;
}

/** A column of dollars, in whole cents so that it can be read down; the last digit is told beside each. */
export function moneyColumn<Row>(
  head: string,
  amountOf: (row: Row) => Said,
  { signed = false, order }: MoneyColumnWish<Row> = {},
): Column<Row> {
  return { head, isFigure: true, order, cell: (row) => <MoneyInCents amount={amountOf(row)} signed={signed} /> };
}
