import type { ReactNode } from 'react';

interface FigureTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  /** Cells of a row, its name first. */
  readonly rows: readonly (readonly ReactNode[])[];
  /** What is said where there are no rows. */
  readonly none: string;
}

/** Figures by name, in columns that do not move when they change. */
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
    <table className="operator-part operator-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={column} className="figure">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
