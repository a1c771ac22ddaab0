/**
 * How clob.trades and clob.fills store what was paid. The trading service's checks and the archive of `ops` must agree on it. A
 * number, once assigned, always belongs to its name.
 */
export const SIDE_NUMBERS = { BUY: 1, SELL: 2 } as const;
export const FILL_KIND_NUMBERS = { transfer: 1, mint: 2, merge: 3 } as const;

const { BUY } = SIDE_NUMBERS;
const { mint, merge } = FILL_KIND_NUMBERS;

/** SQL text, of a row of clob.trades: micros that the taker paid in; less than 0 for a seller. */
export const TAKER_PAID_SQL = `fee_micros + CASE taker_side WHEN ${BUY} THEN usdc_micros ELSE -usdc_micros END`;

/**
 * SQL text, of a row of clob.fills: micros that a maker paid in, minus those spent on complete sets. Added to the taker's
 * payment, the collected amount.
 */
export const MAKER_PAID_SQL = `CASE maker_side WHEN ${BUY} THEN maker_usdc_micros ELSE -maker_usdc_micros END
  - CASE kind WHEN ${mint} THEN size_micros WHEN ${merge} THEN -size_micros ELSE 0 END`;
