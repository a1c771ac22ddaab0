/** Largest number of index rows that a filtered read scans, about 50 ms, however few of them match. */
export const FILTER_SCAN_ROWS_MAX = 50_000;

const ROWS = FILTER_SCAN_ROWS_MAX.toLocaleString('en-US');

/** The limit as the API's document states it: for a route without `end`, and for one with it. */
export const PICKED_OF_NEWEST = `With user, and without user and market, side and takerOnly filter only the newest ${ROWS} rows.`;
export const PICKED_IN_RANGE =
  `Filters by side, kind, amount or taker, and sorting by size, cover only the newest ${ROWS} rows, or the oldest ` +
  'when the list is ascending; several markets without a wallet share this number. `start` and `end` select other rows.';
