import type { ReactNode } from 'react';

/** A column as data: what stands above it, and what of a row stands in it. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the right, one below the other. */
  readonly isFigure?: boolean;
  /** Names its row, also where the row stands alone on a phone; may take more than one line. */
  readonly isName?: boolean;
  /** Where the row stands in an order: on a phone it stands before the row's name, and the figures below. */
  readonly isRank?: boolean;
  /** The head is told to a screen reader only: what stands below speaks for itself. */
  readonly hasQuietHead?: boolean;
  /** By this column the rows are in order. */
  readonly order?: 'ascending' | 'descending' | undefined;
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, at: number) => string;
  /** What the rows are, where no heading says so. */
  readonly caption?: string;
}

/** So many stand beside each other on a phone; with more, a row becomes a card there. */
const FITTING_COLUMNS = 4;

/* Roles that lint takes for needless or wrong: they are neither where a table is laid out as cards. */
const GROUP = { role: 'rowgroup' };
const CELL = { role: 'cell' };

/**
 * Every table of the console. Its parts bear their roles by name: laid out as cards, a table is none to some browsers any more.
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
