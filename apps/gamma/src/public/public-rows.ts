import type { ColumnsOf } from '@foretell/platform-prisma';
import { bigintOrNull, flag, floatOrNull, integerOrNull, selected, typesOf, without, type RowOf } from '../catalog/column';
import { SOURCE_FIGURES } from '../catalog/figures';
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
const FIGURES = { ...SOURCE_FIGURES, openInterest: floatOrNull, isTraded: flag, isQuoted: flag };
const MARKET_FIGURES = {
  ...FIGURES,
  bestBidPips: integerOrNull,
  bestAskPips: integerOrNull,
  lastTradePips: integerOrNull,
  payoutPips: integerOrNull,
  closedAt: bigintOrNull,
  halfPips1hAgo: integerOrNull,
  halfPips1dAgo: integerOrNull,
  halfPips1wkAgo: integerOrNull,
  halfPips1moAgo: integerOrNull,
};

export type PublicEventRow = RowOf<typeof EVENT> & RowOf<typeof FIGURES>;
/** Columns of `gamma.events e JOIN gamma.event_figures f`. */
export const PUBLIC_EVENT_COLUMNS = `${selected(EVENT, 'e')}, ${selected(FIGURES, 'f')}`;
export const PUBLIC_EVENT_TYPES: ColumnsOf<PublicEventRow> = { ...typesOf(EVENT), ...typesOf(FIGURES) };

export type PublicMarketRow = RowOf<typeof MARKET> & RowOf<typeof MARKET_FIGURES>;
/** Columns of `gamma.markets m JOIN gamma.market_figures f`. */
export const PUBLIC_MARKET_COLUMNS = `${selected(MARKET, 'm')}, ${selected(MARKET_FIGURES, 'f')}`;
export const PUBLIC_MARKET_TYPES: ColumnsOf<PublicMarketRow> = { ...typesOf(MARKET), ...typesOf(MARKET_FIGURES) };

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
