import type { ReactNode } from 'react';

/** A column as data: its header, and its cell of a row. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are right-aligned. */
  readonly isFigure?: boolean;
  /** The row's header, also where the row is a card on a phone; may wrap. */
  readonly isName?: boolean;
  /** The rank of a row: on a phone it precedes the row's name, with the figures below. */
  readonly isRank?: boolean;
  /** The header is for screen readers only: the cells need none. */
  readonly hasQuietHead?: boolean;
  /** Set for the column by which the rows are sorted. */
  readonly order?: 'ascending' | 'descending' | undefined;
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, at: number) => string;
  /** Name of the rows, if no heading names them. */
  readonly caption?: string;
}

/** Maximum of columns on a phone; with more, a row becomes a card. */
const FITTING_COLUMNS = 4;

/* Lint reports these roles as redundant or wrong. They are needed where a table is laid out as cards. */
const GROUP = { role: 'rowgroup' };
const CELL = { role: 'cell' };

/**
 * Every table of the console. Its parts have explicit roles: some browsers drop the table semantics of a table laid out as cards.
 */
export function Table<Row>({ columns, rows, keyOf, caption }: TableProps<Row>): ReactNode {
  return (
    <div className="table-frame">
      <table role="table" className={layoutOf(columns)}>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead {...GROUP}>
          <tr role="row">
            {columns.map((column) => (
              <th key={column.head} role="columnheader" scope="col" className={classOf(column)} aria-sort={column.order}>
                {column.hasQuietHead === true ? <span className="visually-hidden">{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...GROUP}>
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)} role="row">
              {columns.map((column) => (
                <Cell key={column.head} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function layoutOf(columns: readonly Column<never>[]): string {
  if (columns.some(({ isRank }) => isRank)) return 'table table-ranks';
  return columns.length > FITTING_COLUMNS ? 'table table-cards' : 'table';
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly children: ReactNode;
}

function Cell<Row>({ column, children }: CellProps<Row>): ReactNode {
  const { head, hasQuietHead = false, isName = false } = column;
  if (isName)
    return (
      <th scope="row" className={classOf(column)}>
        {children}
      </th>
    );
  return (
    <td {...CELL} className={classOf(column)} data-label={hasQuietHead ? undefined : head}>
      {children}
    </td>
  );
}

function classOf({ isFigure = false, isName = false, isRank = false }: Omit<Column<never>, 'head' | 'cell'>): string {
  return [isFigure && 'is-figure', isName && 'is-name', isRank && 'is-rank'].filter(Boolean).join(' ');
}
