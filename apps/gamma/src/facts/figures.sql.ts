/**
 * Statements of the figures, inside the transaction that moves the checkpoint. Windows go by whole hours: the last 24
 * hours are the
 * running one and the 23 before it. Sums are rounded to micros, so that adding never drifts.
 */

/** The windows by their names, in hours. */
const WINDOWS = { volume24hr: 24, volume1wk: 168, volume1mo: 720, volume1yr: 8760 };
const HOURS_KEPT = WINDOWS.volume1yr;

const exact = (sum: string): string => `round((${sum})::numeric, 6)::float8`;

/** $1 conditions, $2 Unix hours, $3 micros: what was traded, an hour of a market a row. */
export const ADD_HOURS = `INSERT INTO gamma.traded_hours AS held (market_id, hour, usdc_micros)
  SELECT m.id, given.hour, given.micros FROM unnest($1::text[], $2::int[], $3::bigint[]) AS given (condition_id, hour, micros)
  JOIN gamma.markets m ON m.condition_id = given.condition_id
  ON CONFLICT (market_id, hour) DO UPDATE SET usdc_micros = held.usdc_micros + excluded.usdc_micros`;

/** The same three and $4 the hour that it is. What a source said of the market's volumes ends with its first trade here. */
export const ADD_VOLUMES = `UPDATE gamma.market_figures f SET is_traded = true, is_quoted = true,
    volume = ${exact('CASE WHEN f.is_traded THEN f.volume ELSE 0 END + traded.volume')},
    ${Object.keys(WINDOWS)
      .map((name) => `${name} = ${exact(`CASE WHEN f.is_traded THEN f.${name} ELSE 0 END + traded.${name}`)}`)
      .join(', ')}
  FROM (SELECT m.id, sum(given.micros) / 1e6 AS volume,
      ${Object.entries(WINDOWS)
        .map(([name, hours]) => `coalesce(sum(given.micros) FILTER (WHERE given.hour > $4::int - ${hours}), 0) / 1e6 AS ${name}`)
        .join(', ')}
    FROM unnest($1::text[], $2::int[], $3::bigint[]) AS given (condition_id, hour, micros)
    JOIN gamma.markets m ON m.condition_id = given.condition_id GROUP BY m.id) traded
  WHERE f.market_id = traded.id`;

/** $1 conditions, $2 whether quoted, $3 bids, $4 asks, $5 whether traded, $6 prices of the last trades. */
export const SET_PRICES = `UPDATE gamma.market_figures f SET is_quoted = f.is_quoted OR given.is_quoted,
    best_bid_pips = CASE WHEN given.is_quoted THEN given.bid ELSE f.best_bid_pips END,
    best_ask_pips = CASE WHEN given.is_quoted THEN given.ask ELSE f.best_ask_pips END,
    last_trade_pips = CASE WHEN given.is_traded THEN given.last ELSE f.last_trade_pips END
  FROM unnest($1::text[], $2::boolean[], $3::int[], $4::int[], $5::boolean[], $6::int[])
    AS given (condition_id, is_quoted, bid, ask, is_traded, last)
  JOIN gamma.markets m ON m.condition_id = given.condition_id WHERE f.market_id = m.id`;

/** $1 conditions, $2 when they closed, $3 pips paid for a share of outcome 0. */
export const SET_ENDS = `UPDATE gamma.market_figures f SET closed_at = given.closed_at, payout_pips = given.payout
  FROM unnest($1::text[], $2::bigint[], $3::int[]) AS given (condition_id, closed_at, payout)
  JOIN gamma.markets m ON m.condition_id = given.condition_id WHERE f.market_id = m.id`;

/** $1 conditions: the sums of the events that they belong to. */
export const SUM_EVENTS = sumEvents('SELECT unnest(event_ids) FROM gamma.markets WHERE condition_id = ANY($1::text[])');

/** $1 the hour until which windows are right, $2 the hour that it is: what has left a window since is taken out. */
export const SHIFT_WINDOWS = `WITH left_window AS (SELECT DISTINCT market_id FROM gamma.traded_hours WHERE ${Object.values(
  WINDOWS,
)
  .map((hours) => `(hour > $1::int - ${hours} AND hour <= $2::int - ${hours})`)
  .join(' OR ')})
  UPDATE gamma.market_figures f SET ${Object.keys(WINDOWS)
    .map((name) => `${name} = summed.${name}`)
    .join(', ')}
  FROM (SELECT t.market_id, ${Object.entries(WINDOWS)
    .map(([name, hours]) => `coalesce(sum(t.usdc_micros) FILTER (WHERE t.hour > $2::int - ${hours}), 0)::float8 / 1e6 AS ${name}`)
    .join(', ')}
    FROM left_window JOIN gamma.traded_hours t USING (market_id) GROUP BY t.market_id) summed
  WHERE f.market_id = summed.market_id RETURNING f.market_id AS id`;

/** $1 markets. */
export const SUM_EVENTS_OF_MARKETS = sumEvents('SELECT unnest(event_ids) FROM gamma.markets WHERE id = ANY($1::bigint[])');

/** $1 the hour that it is. */
export const FORGET_HOURS = `DELETE FROM gamma.traded_hours WHERE hour <= $1::int - ${HOURS_KEPT}`;

function sumEvents(touched: string): string {
  const names = ['volume', ...Object.keys(WINDOWS)];
  return `UPDATE gamma.event_figures f SET is_traded = true, ${names.map((name) => `${name} = summed.${name}`).join(', ')}
    FROM (SELECT touched.id, ${names.map((name) => `${exact(`sum(own.${name})`)} AS ${name}`).join(', ')}
      FROM (SELECT DISTINCT id FROM (${touched}) AS event (id)) touched
      JOIN gamma.markets m ON m.event_ids @> ARRAY[touched.id] JOIN gamma.market_figures own ON own.market_id = m.id
      GROUP BY touched.id) summed
    WHERE f.event_id = summed.id`;
}
