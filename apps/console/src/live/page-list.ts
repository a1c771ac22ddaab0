/** One page of a list: its rows, and where the next begins; null on the last. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** A list as far as it was read. */
export interface PageList<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the page after; null at the end. */
  readonly next: string | null;
}

/** The list with the page that comes after it. Rows that it has already are not taken twice: lists move while they are read. */
export function withNextPage<Row>(list: PageList<Row>, page: Page<Row>, keyOf: (row: Row) => string): PageList<Row> {
  const known = new Set(list.rows.map(keyOf));
  return { rows: [...list.rows, ...page.rows.filter((row) => !known.has(keyOf(row)))], next: page.next };
}

/**
 * The list after its first page was read anew: new rows in front, then what was read further down. When nothing of the first page
 * is known, rows between are missing, so the list begins again with this page.
 */
export function withNewFirstPage<Row>(list: PageList<Row>, page: Page<Row>, keyOf: (row: Row) => string): PageList<Row> {
  const fresh = new Set(page.rows.map(keyOf));
  const overlaps = list.rows.some((row) => fresh.has(keyOf(row)));
  if (!overlaps || page.next === null) return page;
  return { rows: [...page.rows, ...list.rows.filter((row) => !fresh.has(keyOf(row)))], next: list.next };
}
