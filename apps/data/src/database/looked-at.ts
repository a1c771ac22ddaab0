/** So many of the rows that an index leads to are looked at, some 50 ms of them, however rare what is picked of them. */
export const LOOKED_AT_MAX = 50_000;

const PICKED = `A side, a kind, an amount or who took is picked of the newest ${LOOKED_AT_MAX.toLocaleString('en-US')} rows`;

/** What the API's document tells of it; of a route that takes no `end`, and of one that does. */
export const PICKED_OF_NEWEST = `${PICKED}.`;
export const PICKED_IN_RANGE = `${PICKED}, the oldest where those come first; others are found with another \`start\` or \`end\`.`;
