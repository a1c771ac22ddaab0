import type { ColumnsOf } from '@foretell/platform-prisma';
import { selected, typesOf, without, type RowOf } from '../catalog/column';
import { EVENT_RECORD_COLUMNS } from '../catalog/records';
import { MARKETS, SERIES, TAGS } from '../catalog/tables';

/** The columns that reads of the public format select: rows with their source's fields, and their figures. */
const TAG = without(TAGS, 'version');
export type PublicTagRow = RowOf<typeof TAG>;
export const PUBLIC_TAG_COLUMNS = selected(TAG, 't');
export const PUBLIC_TAG_TYPES = typesOf(TAG);

export type PublicSeriesRow = RowOf<typeof SERIES>;
export const PUBLIC_SERIES_COLUMNS = selected(SERIES, 's');
export const PUBLIC_SERIES_TYPES = typesOf(SERIES);

const EVENT = without(EVENT_RECORD_COLUMNS, 'catalogClosed', 'tagIds', 'seriesIds', 'ownSites', 'sites');
const MARKET = without(
  MARKETS,
  'gameId',
  'umaStatus',
  'catalogClosed',
  'tradingClosed',
  'volume',
  'liquidity',
  'eventIds',
  'ownTagIds',
  'tagIds',
  'ownSites',
  'sites',
);

/** Volumes and liquidity in USDC. */
interface FiguresRow {
  readonly volume: number;
  readonly volume24hr: number;
  readonly volume1wk: number;
  readonly volume1mo: number;
  readonly volume1yr: number;
  readonly liquidity: number;
  readonly competitive: number;
  readonly openInterest: number | null;
  readonly isTraded: boolean;
  readonly isQuoted: boolean;
}
const FIGURES = `f.volume, f.volume24hr, f.volume1wk, f.volume1mo, f.volume1yr, f.liquidity, f.competitive,
  f.open_interest AS "openInterest", f.is_traded AS "isTraded", f.is_quoted AS "isQuoted"`;
const FIGURES_TYPES: ColumnsOf<FiguresRow> = {
  volume: 'double precision',
  volume24hr: 'double precision',
  volume1wk: 'double precision',
  volume1mo: 'double precision',
  volume1yr: 'double precision',
  liquidity: 'double precision',
  competitive: 'double precision',
  openInterest: 'double precision',
  isTraded: 'boolean',
  isQuoted: 'boolean',
};

export type PublicEventRow = RowOf<typeof EVENT> & FiguresRow;
/** Columns of `gamma.events e JOIN gamma.event_figures f`. */
export const PUBLIC_EVENT_COLUMNS = `${selected(EVENT, 'e')}, ${FIGURES}`;
export const PUBLIC_EVENT_TYPES: ColumnsOf<PublicEventRow> = { ...typesOf(EVENT), ...FIGURES_TYPES };

export interface PublicMarketRow extends RowOf<typeof MARKET>, FiguresRow {
  readonly bestBidPips: number | null;
  readonly bestAskPips: number | null;
  readonly lastTradePips: number | null;
  readonly payoutPips: number | null;
  readonly closedAt: number | null;
  readonly halfPips1hAgo: number | null;
  readonly halfPips1dAgo: number | null;
  readonly halfPips1wkAgo: number | null;
  readonly halfPips1moAgo: number | null;
}
/** Columns of `gamma.markets m JOIN gamma.market_figures f`. */
export const PUBLIC_MARKET_COLUMNS = `${selected(MARKET, 'm')}, ${FIGURES}, f.best_bid_pips AS "bestBidPips",
  f.best_ask_pips AS "bestAskPips", f.last_trade_pips AS "lastTradePips", f.payout_pips AS "payoutPips", f.closed_at AS "closedAt",
  f.half_pips_1h_ago AS "halfPips1hAgo", f.half_pips_1d_ago AS "halfPips1dAgo", f.half_pips_1wk_ago AS "halfPips1wkAgo",
  f.half_pips_1mo_ago AS "halfPips1moAgo"`;
export const PUBLIC_MARKET_TYPES: ColumnsOf<PublicMarketRow> = {
  ...typesOf(MARKET),
  ...FIGURES_TYPES,
  bestBidPips: 'integer',
  bestAskPips: 'integer',
  lastTradePips: 'integer',
  payoutPips: 'integer',
  closedAt: 'bigint',
  halfPips1hAgo: 'integer',
  halfPips1dAgo: 'integer',
  halfPips1wkAgo: 'integer',
  halfPips1moAgo: 'integer',
};

/** The tags of an id array, in its order, as one JSON array. */
export function publicTagsOf(ids: string): string {
  return listed(ids, PUBLIC_TAG_COLUMNS, 'gamma.tags t ON t.id = listed.id');
}

export function publicSeriesOf(ids: string): string {
  return listed(ids, PUBLIC_SERIES_COLUMNS, 'gamma.series s ON s.id = listed.id');
}

/** The events of an id array, each with its series. */
export function publicEventsOf(ids: string): string {
  const columns = `${PUBLIC_EVENT_COLUMNS}, ${publicSeriesOf('e.series_ids')} AS series`;
  return listed(ids, columns, 'gamma.events e ON e.id = listed.id JOIN gamma.event_figures f ON f.event_id = e.id');
}

/** The markets of the event `e`, in the order of the source. */
export const PUBLIC_MARKETS_OF_EVENT = `(SELECT coalesce(json_agg(market ORDER BY threshold, position, id), '[]') FROM (
  SELECT m.group_item_threshold AS threshold, ${PUBLIC_MARKET_COLUMNS}
  FROM gamma.markets m JOIN gamma.market_figures f ON f.market_id = m.id
  WHERE m.event_ids @> ARRAY[e.id]) market)`;

function listed(ids: string, columns: string, joined: string): string {
  return `(SELECT coalesce(json_agg(one ORDER BY one.place), '[]') FROM (
    SELECT listed.place, ${columns} FROM unnest(${ids}) WITH ORDINALITY AS listed (id, place) JOIN ${joined}) one)`;
}
