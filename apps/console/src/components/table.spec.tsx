import { render, screen, within } from '@testing-library/react';
import { Table, type Column } from './table';

interface Fruit {
  readonly name: string;
  readonly count: number;
}

const COLUMNS: readonly Column<Fruit>[] = [
  { head: 'Fruit', isName: true, cell: ({ name }) => name },
  { head: 'Count', isFigure: true, order: 'descending', cell: ({ count }) => count },
  { head: 'What can be done', hasQuietHead: true, cell: ({ name }) => <button type="button">Eat {name}</button> },
];
const ROWS = [
  { name: 'Pears', count: 3 },
  { name: 'Figs', count: 1 },
];

function show(): void {
  render(<Table columns={COLUMNS} rows={ROWS} keyOf={({ name }) => name} caption="Fruit in the house" />);
}

describe('Table', () => {
  it('has a caption, column headers, and the sort order of a column', () => {
    show();
    const table = screen.getByRole('table', { name: 'Fruit in the house' });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Fruit', 'Count', 'What can be done']);
    expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual([null, 'descending', null]);
  });

  it('has a row for each row, in order, and a cell for each column', () => {
    show();
    const [, ...rows] = screen.getAllByRole('row');
    const cells = rows.map((row) => [
      within(row).getByRole('rowheader').textContent,
      ...within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ]);
    expect(cells).toEqual([
      ['Pears', '3', 'Eat Pears'],
      ['Figs', '1', 'Eat Figs'],
    ]);
  });

  it('labels each figure, for a row shown as a card on a phone', () => {
    show();
    const [, first] = screen.getAllByRole('row');
    const labels =
      first === undefined
        ? []
        : within(first)
            .getAllByRole('cell')
            .map((cell) => cell.getAttribute('data-label'));
    expect(labels).toEqual(['Count', null]);
  });
});
