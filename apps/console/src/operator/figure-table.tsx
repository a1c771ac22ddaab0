import type { ReactNode } from 'react';
import { Table, type Column } from '../components/table';

type Figures = readonly ReactNode[];

interface FigureTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  /** Cells of a row, its name first. */
  readonly rows: readonly Figures[];
  /** Shown when there are no rows. */
  readonly none: string;
}

/** Figures by name, in columns of fixed width. */
export function FigureTable({ caption, heads, rows, none }: FigureTableProps): ReactNode {
  if (rows.length === 0) {
    return (
      <div className="operator-part">
        <h3>{caption}</h3>
        <p className="note-advice">{none}</p>
      </div>
    );
  }
  return (
    <div className="operator-part">
      <Table caption={caption} columns={heads.map(columnAt)} rows={rows} keyOf={(_row, at) => String(at)} />
    </div>
  );
}

function columnAt(head: string, at: number): Column<Figures> {
  return { head, isName: at === 0, isFigure: at > 0, cell: (row) => <span className={at > 0 ? 'figure' : ''}>{row[at]}</span> };
}
