import type { Screen } from './screen';
import { cut, padLeft, padRight, visibleWidth } from './width';

interface ColumnSpec {
  readonly title: string;
  readonly align?: 'right';
  readonly shrinks?: boolean;
}
/** A column, or the title of one that is left-aligned and keeps its width. */
export type Column = string | ColumnSpec;

export function right(title: string): Column {
  return { title, align: 'right' };
}

/** Shrinks, down to 12 columns, when the table is wider than the terminal. Such cells have no colours. */
export function shrinking(title: string): Column {
  return { title, shrinks: true };
}

const GAP = '  ';
const SHRUNK_MIN = 12;

/** Aligned lines under a heading; at most as wide as the terminal, where a column may shrink. */
export function table(
  screen: Pick<Screen, 'columns' | 'paint'>,
  given: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const columns = given.map((column) => (typeof column === 'string' ? { title: column } : column));
  const natural = columns.map(({ title }, index) =>
    Math.max(visibleWidth(title), ...rows.map((row) => visibleWidth(row[index] ?? ''))),
  );
  const widths = fitted(columns, natural, screen.columns);
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, index) => cell(cells[index] ?? '', widths[index] ?? 0, align))
      .join(GAP)
      .trimEnd();
  return [screen.paint.dim(line(columns.map(({ title }) => title))), ...rows.map(line)];
}

function cell(text: string, width: number, align: 'right' | undefined): string {
  const fitting = cut(text, width);
  return align === 'right' ? padLeft(fitting, width) : padRight(fitting, width);
}

/** Takes the surplus from the widest shrinking column, one character at a time, so that no column is cut more than needed. */
function fitted(columns: readonly ColumnSpec[], natural: readonly number[], available: number): readonly number[] {
  const widths = [...natural];
  let surplus = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - available;
  while (surplus > 0 && surplus !== Number.POSITIVE_INFINITY) {
    const widest = widestShrinking(columns, widths);
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    surplus -= 1;
  }
  return widths;
}

function widestShrinking(columns: readonly ColumnSpec[], widths: readonly number[]): number | undefined {
  let found: number | undefined;
  columns.forEach(({ shrinks }, index) => {
    const width = widths[index] ?? 0;
    if (shrinks === true && width > SHRUNK_MIN && width > (found === undefined ? 0 : (widths[found] ?? 0))) found = index;
  });
  return found;
}

/** Names and values, one pair a line. */
export function pairs(screen: Pick<Screen, 'paint'>, rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([name]) => visibleWidth(name)));
  return rows.map(([name, value]) => `${screen.paint.dim(padRight(name, width))}  ${value}`);
}
