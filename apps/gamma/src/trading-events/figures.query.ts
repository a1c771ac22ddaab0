import { VOLUMES } from '../catalog/figures';

/**
 * Statements of the figures, inside the transaction that moves the checkpoint. Windows are whole hours: the last 24 hours are the
 * current one and the 23 before it. Sums are rounded to micros, so that adding never drifts.
 */

/** The windows by their names, in hours. */
const { volume: _ofAllTime, ...WINDOWS } = VOLUMES;
const RETAINED_HOURS = WINDOWS.volume1yr;
/** The same for prices: the last hour is the current one. Each column has the minimum age of its price, in hours. */
const PRICE_WINDOWS = { half_pips_1h_ago: 1, half_pips_1d_ago: 24, half_pips_1wk_ago: 168, half_pips_1mo_ago: 720 };
const RETAINED_PRICE_HOURS = PRICE_WINDOWS.half_pips_1mo_ago;

const DAY_HOURS = 24;
const exact = (sum: string): string => `round((${sum})::numeric, 6)::float8`;

/** $1 conditions, $2 Unix hours, $3 micros: the volume, one row per hour of a market. */
export const ADD_HOURS = `INSERT INTO gamma.traded_hours AS held (market_id, hour, usdc_micros)
  SELECT m.id, given.hour, given.micros FROM unnest($1::text[], $2::int[], $3::bigint[]) AS given (condition_id, hour, micros)
  JOIN gamma.markets m ON m.condition_id = given.condition_id
  ON CONFLICT (market_id, hour) DO UPDATE SET usdc_micros = held.usdc_micros + excluded.usdc_micros`;

/**
 * The remainder, at the hour, of a source's figure for a window. It decreases to zero while the window passes: by the hour in a
 * day, by the day in longer windows. It assumes that the source's trades were spread evenly; sources publish nothing better.
 */
function faded(name: string, hour: string): string {
  const hours = WINDOWS[name as keyof typeof WINDOWS] as number | undefined;
  if (hours === undefined) return `f.source_${name}`;
  const step = hours === DAY_HOURS ? 1 : DAY_HOURS;
  const age = `greatest(${hour} - f.sourced_hour, 0)`;
  return `f.source_${name} * greatest(${hours} - ${age} / ${step} * ${step}, 0) / ${hours}.0`;
}

/** Each figure as the remainder of the source's plus the volume here, which is `traded(name)`. */
function shown(hour: string, traded: (name: string) => string = (name) => `f.traded_${name}`): string {
  return Object.keys(VOLUMES)
    .map((name) => `${name} = ${exact(`${faded(name, hour)} + ${traded(name)}`)}`)
    .join(', ');
}

const setTraded = (value: (name: string) => string): string =>
  Object.keys(VOLUMES)
    .map((name) => `traded_${name} = ${value(name)}`)
    .join(', ');
const withTraded = (name: string): string => exact(`f.traded_${name} + traded.${name}`);

const fromSource = (name: string): string =>
  `coalesce(CASE WHEN json_typeof(of.source -> '${name}') = 'number' THEN (of.source ->> '${name}')::float8 END, 0)`;

/**
 * $1 the current hour. Rows of the previous release have one figure for both parts: the source's until the first trade, the
 * volume here afterwards.
 */
function adopt(kind: 'market' | 'event', where: string): string {
  const sourced = Object.keys(VOLUMES).map((name) => {
    const said = kind === 'market' && name === 'volume' ? 'of.volume' : fromSource(name);
    return `source_${name} = ${said}, traded_${name} = CASE WHEN f.is_traded THEN f.${name} ELSE 0 END,
      ${name} = CASE WHEN f.is_traded THEN ${exact(`${said} + f.${name}`)} ELSE f.${name} END`;
  });
  return `UPDATE gamma.${kind}_figures f SET ${sourced.join(', ')}, sourced_hour = $1::int
    FROM gamma.${kind}s of WHERE of.id = f.${kind}_id AND f.sourced_hour = 0 AND ${where}`;
}
/** $2 conditions. */
export const ADOPT = [
  adopt('market', 'of.condition_id = ANY($2::text[])'),
  adopt('event', 'of.id IN (SELECT unnest(event_ids) FROM gamma.markets WHERE condition_id = ANY($2::text[]))'),
];
export const ADOPT_ALL = [adopt('market', 'true'), adopt('event', 'true')];

/** The same three and $4 the current hour. */
export const ADD_VOLUMES = `UPDATE gamma.market_figures f SET is_traded = true, ${setTraded(withTraded)}, ${shown('$4::int', withTraded)}
  FROM (SELECT m.id, sum(given.micros) / 1e6 AS volume,
      ${Object.entries(WINDOWS)
        .map(([name, hours]) => `coalesce(sum(given.micros) FILTER (WHERE given.hour > $4::int - ${hours}), 0) / 1e6 AS ${name}`)
        .join(', ')}
    FROM unnest($1::text[], $2::int[], $3::bigint[]) AS given (condition_id, hour, micros)
    JOIN gamma.markets m ON m.condition_id = given.condition_id GROUP BY m.id) traded
  WHERE f.market_id = traded.id`;

/** How open a question is by its price in pips: 1 at a half, 0.8 when settled, as in public catalogs. */
const competitive = (pips: string): string => `round((1 / (1 + power((${pips}) / 10000.0 - 0.5, 2)))::numeric, 6)::float8`;
const NEXT_BID = 'CASE WHEN given.is_quoted THEN given.bid ELSE f.best_bid_pips END';
const NEXT_ASK = 'CASE WHEN given.is_quoted THEN given.ask ELSE f.best_ask_pips END';
const NEXT_LAST = 'coalesce(given.last, f.last_trade_pips)';
const NEXT_PAYOUT = 'CASE WHEN given.is_changed THEN given.payout ELSE f.payout_pips END';

/**
 * $1 conditions, $2 whether quoted, $3 bids, $4 asks, $5 last trade prices, $6 whether quoted or traded, $7 USDC in the book, $8
 * the same where no book existed here before, $9 their collateral in USDC, $10 whether their state was published, $11 when they
 * closed, $12 pips paid for a share of outcome 0. Null means not published, except for quoted sides and published states. A
 * source's liquidity ends with the first quote or trade.
 */
export const SET_STATES = `UPDATE gamma.market_figures f SET is_quoted = f.is_quoted OR given.has_book,
    best_bid_pips = ${NEXT_BID}, best_ask_pips = ${NEXT_ASK}, last_trade_pips = ${NEXT_LAST},
    liquidity = CASE WHEN f.is_quoted THEN coalesce(given.liquidity, f.liquidity)
      WHEN given.has_book THEN given.first_liquidity ELSE f.liquidity END,
    open_interest = coalesce(given.open_interest, f.open_interest),
    closed_at = CASE WHEN given.is_changed THEN given.closed_at ELSE f.closed_at END, payout_pips = ${NEXT_PAYOUT},
    competitive = CASE WHEN (${NEXT_PAYOUT}) IS NOT NULL THEN ${competitive(NEXT_PAYOUT)}
      WHEN given.is_quoted OR given.last IS NOT NULL
        THEN ${competitive(`coalesce(((${NEXT_BID}) + (${NEXT_ASK})) / 2.0, ${NEXT_LAST}, 5000)`)}
      ELSE f.competitive END
  FROM unnest($1::text[], $2::boolean[], $3::int[], $4::int[], $5::int[], $6::boolean[], $7::float8[], $8::float8[], $9::float8[],
      $10::boolean[], $11::bigint[], $12::int[])
    AS given (condition_id, is_quoted, bid, ask, last, has_book, liquidity, first_liquidity, open_interest, is_changed, closed_at,
      payout)
  JOIN gamma.markets m ON m.condition_id = given.condition_id WHERE f.market_id = m.id`;

/** $1 conditions: liquidity and open interest of their events, and how open the most open market is. */
export const SUM_EVENT_MEASURES = `UPDATE gamma.event_figures f SET is_quoted = f.is_quoted OR summed.is_quoted,
    open_interest = summed.open_interest,
    liquidity = CASE WHEN f.is_quoted OR summed.is_quoted THEN summed.liquidity ELSE f.liquidity END,
    competitive = CASE WHEN f.is_quoted OR summed.is_quoted THEN summed.competitive ELSE f.competitive END
  FROM (SELECT touched.id, bool_or(own.is_quoted) AS is_quoted, ${exact('sum(own.open_interest)')} AS open_interest,
      ${exact('sum(own.liquidity)')} AS liquidity,
      coalesce(max(own.competitive) FILTER (WHERE NOT m.closed), max(own.competitive)) AS competitive
    FROM (SELECT DISTINCT unnest(event_ids) AS id FROM gamma.markets WHERE condition_id = ANY($1::text[])) touched
    JOIN gamma.markets m ON m.event_ids @> ARRAY[touched.id] JOIN gamma.market_figures own ON own.market_id = m.id
    GROUP BY touched.id) summed
  WHERE f.event_id = summed.id`;

/**
 * $1 conditions, $2 Unix hours, $3 half pips, $4 whether it is the payout, after which no quote counts: the last price of each
 * hour.
 */
export const PUT_HOUR_PRICES = `INSERT INTO gamma.priced_hours (market_id, hour, half_pips)
  SELECT m.id, given.hour, given.half_pips
  FROM unnest($1::text[], $2::int[], $3::int[], $4::boolean[]) AS given (condition_id, hour, half_pips, is_payout)
  JOIN gamma.markets m ON m.condition_id = given.condition_id JOIN gamma.market_figures f ON f.market_id = m.id
  WHERE given.is_payout OR f.payout_pips IS NULL
  ON CONFLICT (market_id, hour) DO UPDATE SET half_pips = excluded.half_pips RETURNING market_id AS id, hour`;

/** $2 the current hour: the price before each window, which is the last one of an earlier hour. */
const EARLIER_PRICES = Object.entries(PRICE_WINDOWS)
  .map(
    ([name, hours]) => `${name} = (SELECT priced.half_pips FROM gamma.priced_hours priced
      WHERE priced.market_id = f.market_id AND priced.hour <= $2::int - ${hours} ORDER BY priced.hour DESC LIMIT 1)`,
  )
  .join(', ');

/** $1 markets, $2 the current hour. */
export const SET_EARLIER_PRICES = `UPDATE gamma.market_figures f SET ${EARLIER_PRICES} WHERE f.market_id = ANY($1::bigint[])`;

/** $1 the hour up to which windows are correct, $2 the current hour. */
export const SHIFT_EARLIER_PRICES = `UPDATE gamma.market_figures f SET ${EARLIER_PRICES}
  WHERE f.market_id IN (SELECT market_id FROM gamma.priced_hours WHERE ${leaving(PRICE_WINDOWS)})`;

/** $1 the current hour. Of the hours before all windows a market needs only its last. */
export const FORGET_PRICES = `DELETE FROM gamma.priced_hours old WHERE old.hour <= $1::int - ${RETAINED_PRICE_HOURS} AND EXISTS (
  SELECT FROM gamma.priced_hours later WHERE later.market_id = old.market_id AND later.hour > old.hour
    AND later.hour <= $1::int - ${RETAINED_PRICE_HOURS})`;

/** $1 conditions, $2 the current hour: the sums of their events. */
export const SUM_EVENTS = sumEvents('SELECT unnest(event_ids) FROM gamma.markets WHERE condition_id = ANY($1::text[])');

/** $1 the hour up to which windows are correct, $2 the current hour: subtracts what has left a window since. */
export const SHIFT_WINDOWS = `WITH left_window AS (SELECT DISTINCT market_id FROM gamma.traded_hours WHERE ${leaving(WINDOWS)})
  UPDATE gamma.market_figures f SET ${Object.keys(WINDOWS)
    .map((name) => `traded_${name} = summed.${name}`)
    .join(', ')}, ${shown('$2::int', (name) => (name === 'volume' ? 'f.traded_volume' : `summed.${name}`))}
  FROM (SELECT t.market_id, ${Object.entries(WINDOWS)
    .map(([name, hours]) => `coalesce(sum(t.usdc_micros) FILTER (WHERE t.hour > $2::int - ${hours}), 0)::float8 / 1e6 AS ${name}`)
    .join(', ')}
    FROM left_window JOIN gamma.traded_hours t USING (market_id) GROUP BY t.market_id) summed
  WHERE f.market_id = summed.market_id RETURNING f.market_id AS id`;

/** The same two: reduces the source's figures. A day's by the hour, the others by the day. */
const fade = (table: string): string => `UPDATE gamma.${table} f SET ${shown('$2::int')}
  WHERE f.sourced_hour < $2::int AND ((f.source_volume24hr > 0 AND f.sourced_hour > $1::int - ${DAY_HOURS})
    OR ((f.source_volume1wk > 0 OR f.source_volume1mo > 0 OR f.source_volume1yr > 0)
      AND f.sourced_hour > $1::int - ${RETAINED_HOURS} - ${DAY_HOURS}
      AND ($2::int - f.sourced_hour) / ${DAY_HOURS} <> greatest($1::int - f.sourced_hour, 0) / ${DAY_HOURS}))`;
export const FADE = [fade('market_figures'), fade('event_figures')];

/** $1 markets, $2 the current hour. */
export const SUM_EVENTS_OF_MARKETS = sumEvents('SELECT unnest(event_ids) FROM gamma.markets WHERE id = ANY($1::bigint[])');

/** $1 the current hour. */
export const FORGET_HOURS = `DELETE FROM gamma.traded_hours WHERE hour <= $1::int - ${RETAINED_HOURS}`;

/** $1 the hour up to which windows are correct, $2 the current hour: hours that have left one of the windows since. */
function leaving(windows: Readonly<Record<string, number>>): string {
  return Object.values(windows)
    .map((hours) => `(hour > $1::int - ${hours} AND hour <= $2::int - ${hours})`)
    .join(' OR ');
}

function sumEvents(touched: string): string {
  const names = Object.keys(VOLUMES);
  const ofMarkets = (name: string): string => `summed.${name}`;
  return `UPDATE gamma.event_figures f SET is_traded = true, ${setTraded(ofMarkets)}, ${shown('$2::int', ofMarkets)}
    FROM (SELECT touched.id, ${names.map((name) => `${exact(`sum(own.traded_${name})`)} AS ${name}`).join(', ')}
      FROM (SELECT DISTINCT id FROM (${touched}) AS event (id)) touched
      JOIN gamma.markets m ON m.event_ids @> ARRAY[touched.id] JOIN gamma.market_figures own ON own.market_id = m.id
      GROUP BY touched.id) summed
    WHERE f.event_id = summed.id`;
}

const NOTHING_TRADED = `is_traded = false, is_quoted = false, open_interest = NULL, ${setTraded(() => '0')}, ${shown('$1::int', () => '0')}`;

/** $1 the current hour. Resets to the figures of the catalog's source, as if nothing had been traded or quoted here. */
export const FORGET_FIGURES = [
  `UPDATE gamma.market_figures f SET liquidity = of.liquidity, competitive = ${fromSource('competitive')}, ${NOTHING_TRADED},
    best_bid_pips = NULL, best_ask_pips = NULL, last_trade_pips = NULL,
    payout_pips = NULL, closed_at = NULL, half_pips_1h_ago = NULL, half_pips_1d_ago = NULL, half_pips_1wk_ago = NULL,
    half_pips_1mo_ago = NULL
    FROM gamma.markets of WHERE of.id = f.market_id`,
  `UPDATE gamma.event_figures f SET liquidity = ${fromSource('liquidity')}, competitive = ${fromSource('competitive')}, ${NOTHING_TRADED}
    FROM gamma.events of WHERE of.id = f.event_id`,
];
export const FORGET_ALL_HOURS = ['DELETE FROM gamma.traded_hours', 'DELETE FROM gamma.priced_hours'];
