import type {
  PublicEvent,
  PublicEventFields,
  PublicMarket,
  PublicMarketEvent,
  PublicSeries,
  PublicSeriesFields,
  PublicTag,
} from '@foretell/contracts';
import { toEmbeddedEvent, toSeriesFields, toTag } from '../catalog/resource.mapper';
import { toPublicMarketFields } from './public-market.mapper';
import type { PublicEventRow, PublicMarketRow, PublicSeriesRow, PublicTagRow } from './public-rows';

/** Defaults for rows that omit what nearly every event of the public format has. */
const USUAL_EVENT = { new: false, featured: false, restricted: false, cyom: false, commentCount: 0 };

export interface EventOfMarketRow extends PublicEventRow {
  readonly series: readonly PublicSeriesRow[];
}
export interface FullEventRow extends EventOfMarketRow {
  readonly tags: readonly PublicTagRow[];
  readonly markets: readonly PublicMarketRow[];
}
export interface FullMarketRow extends PublicMarketRow {
  readonly events: readonly EventOfMarketRow[];
  readonly tags: readonly PublicTagRow[] | null;
}
export interface FullSeriesRow extends PublicSeriesRow {
  readonly events: readonly PublicEventRow[];
}

export function toPublicTag(row: PublicTagRow): PublicTag {
  return Object.assign({}, row.source, toTag(row));
}

function toPublicSeriesFields(row: PublicSeriesRow): PublicSeriesFields {
  return Object.assign({}, row.source, toSeriesFields(row));
}

function toPublicEventFields(row: PublicEventRow): PublicEventFields {
  const { volume, volume24hr, volume1wk, volume1mo, volume1yr, liquidity, competitive, openInterest } = row;
  return Object.assign({}, USUAL_EVENT, row.source, {
    ...toEmbeddedEvent(row),
    eventMetadata: row.eventMetadata,
    volume,
    volume24hr,
    volume1wk,
    volume1mo,
    volume1yr,
    liquidity,
    ...(row.isQuoted ? { liquidityClob: liquidity, liquidityAmm: 0, competitive } : {}),
    ...(openInterest === null ? {} : { openInterest }),
  });
}

function toMarketEvent(row: EventOfMarketRow): PublicMarketEvent {
  const [first] = row.series;
  if (first === undefined) return toPublicEventFields(row);
  const slug = { seriesSlug: row.source['seriesSlug'] ?? first.slug };
  return Object.assign(toPublicEventFields(row), slug, { series: row.series.map(toPublicSeriesFields) });
}

export function toPublicEvent(row: FullEventRow): PublicEvent {
  const parts = { markets: row.markets.map(toPublicMarketFields), tags: row.tags.map(toPublicTag) };
  return Object.assign(toMarketEvent(row), parts);
}

export function toPublicMarket(row: FullMarketRow): PublicMarket {
  const market = Object.assign(toPublicMarketFields(row), { events: row.events.map(toMarketEvent) });
  return row.tags === null ? market : Object.assign(market, { tags: row.tags.map(toPublicTag) });
}

export function toPublicSeries(row: FullSeriesRow): PublicSeries {
  return Object.assign(toPublicSeriesFields(row), { events: row.events.map(toPublicEventFields) });
}
