/** One page of a list, or its loaded part. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
}

/** The list with its next page. Rows that it already has are not added twice: lists move while they are read. */
export function withNextPage<Row>(list: Page<Row>, page: Page<Row>, keyOf: (row: Row) => string): Page<Row> {
  const known = new Set(list.rows.map(keyOf));
  return { rows: [...list.rows, ...page.rows.filter((row) => !known.has(keyOf(row)))], next: page.next };
}

/**
 * The list after its first page was read again: new rows, then the rows of later pages. If the page shares no row with the list,
 * rows in between are missing, so the list starts again with this page.
 */
export function withNewFirstPage<Row>(list: Page<Row>, page: Page<Row>, keyOf: (row: Row) => string): Page<Row> {
  const fresh = new Set(page.rows.map(keyOf));
  const overlaps = list.rows.some((row) => fresh.has(keyOf(row)));
  if (!overlaps || page.next === null) return page;
  return { rows: [...page.rows, ...list.rows.filter((row) => !fresh.has(keyOf(row)))], next: list.next };
}
