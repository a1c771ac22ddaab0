/** Largest number of index rows that a filtered read scans, about 50 ms, however few of them match. */
export const FILTER_SCAN_ROWS_MAX = 50_000;

const PICKED = `A side, a kind, an amount or who took is picked of the newest ${FILTER_SCAN_ROWS_MAX.toLocaleString('en-US')} rows`;

/** The limit as the API's document states it: for a route without `end`, and for one with it. */
export const PICKED_OF_NEWEST = `${PICKED}.`;
export const PICKED_IN_RANGE = `${PICKED}, the oldest where those come first; others are found with another \`start\` or \`end\`.`;
