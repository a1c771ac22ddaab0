import { selected, typesOf, without, type RowOf } from './column';
import { EVENT_RECORD_COLUMNS } from './records';
import { MARKETS, SERIES, TAGS } from './tables';

/** The columns that reads return from each table: the same whether from the driver or out of json_agg. */
const SHOWN_TAG = without(TAGS, 'version', 'source');
export type TagRow = RowOf<typeof SHOWN_TAG>;
export const TAG_COLUMNS = selected(SHOWN_TAG, 't');

const SHOWN_SERIES = without(SERIES, 'source');
export type SeriesRow = RowOf<typeof SHOWN_SERIES>;
export const SERIES_COLUMNS = selected(SHOWN_SERIES, 's');

const SHOWN_EVENT = without(
  EVENT_RECORD_COLUMNS,
  'catalogClosed',
  'eventMetadata',
  'tagIds',
  'seriesIds',
  'ownSites',
  'listedOn',
  'sites',
  'source',
);
export type EventRow = RowOf<typeof SHOWN_EVENT>;
export const EVENT_COLUMNS = selected(SHOWN_EVENT, 'e');
export const EVENT_TYPES = typesOf(SHOWN_EVENT);
export type MinimalEventRow = Pick<EventRow, 'id' | 'ticker' | 'slug' | 'title'>;

const SHOWN_MARKET = without(
  MARKETS,
  'catalogClosed',
  'tradingClosed',
  'volume',
  'liquidity',
  'eventIds',
  'ownTagIds',
  'tagIds',
  'creator',
  'ownSites',
  'listedOn',
  'sites',
  'trading',
  'tradingOverrides',
  'groupItemThreshold',
  'position',
  'gameId',
  'umaStatus',
  'source',
);
export type MarketRow = RowOf<typeof SHOWN_MARKET>;
export const MARKET_COLUMNS = selected(SHOWN_MARKET, 'm');
export const MARKET_TYPES = typesOf(SHOWN_MARKET);

/** The tags of an id array, in its order, as one JSON array. */
export function tagsOf(ids: string): string {
  return `(SELECT coalesce(json_agg(tag ORDER BY tag.place), '[]') FROM (
    SELECT listed.place, ${TAG_COLUMNS} FROM unnest(${ids}) WITH ORDINALITY AS listed (id, place) JOIN gamma.tags t
      ON t.id = listed.id) tag)`;
}
