import type { RowOf } from '../catalog/column';
import { isClosed } from '../catalog/derive';
import { filteredOfEvent, filteredOfMarket } from '../catalog/filtered-fields';
import { fromColumn, toColumn } from '../catalog/instant';
import type {
  EventRecord,
  EVENT_RECORD_COLUMNS,
  MARKET_RECORD_COLUMNS,
  TAG_RECORD_COLUMNS,
  MarketRecord,
  SeriesRecord,
  TagRecord,
} from '../catalog/records';
import type { EVENTS, MARKETS, SERIES, TAGS } from '../catalog/tables';

/**
 * Maps between records and the rows of the statements of store.query.ts: the database is trusted to match its column types. The
 * two differ in the instants, which are named one by one: a loop over them takes three to six times as long.
 */
export function tagRecord(row: RowOf<typeof TAG_RECORD_COLUMNS>): TagRecord {
  return { ...row, createdAt: fromColumn(row.createdAt), updatedAt: fromColumn(row.updatedAt) };
}

export function seriesRecord(row: RowOf<typeof SERIES>): SeriesRecord {
  return { ...row, createdAt: fromColumn(row.createdAt), updatedAt: fromColumn(row.updatedAt) };
}

export function eventRecord(row: RowOf<typeof EVENT_RECORD_COLUMNS>): EventRecord {
  return {
    ...row,
    startDate: fromColumn(row.startDate),
    creationDate: fromColumn(row.creationDate),
    endDate: fromColumn(row.endDate),
    createdAt: fromColumn(row.createdAt),
    updatedAt: fromColumn(row.updatedAt),
  };
}

export function marketRecord(row: RowOf<typeof MARKET_RECORD_COLUMNS>): MarketRecord {
  return {
    ...row,
    startDate: fromColumn(row.startDate),
    endDate: fromColumn(row.endDate),
    createdAt: fromColumn(row.createdAt),
    updatedAt: fromColumn(row.updatedAt),
  };
}

export function tagRow(tag: TagRecord, version: number): RowOf<typeof TAGS> {
  return { ...tag, createdAt: toColumn(tag.createdAt), updatedAt: toColumn(tag.updatedAt), version };
}

export function seriesRow(series: SeriesRecord): RowOf<typeof SERIES> {
  return { ...series, createdAt: toColumn(series.createdAt), updatedAt: toColumn(series.updatedAt) };
}

export function eventRow(event: EventRecord): RowOf<typeof EVENTS> {
  return {
    ...event,
    ...filteredOfEvent(event.source),
    startDate: toColumn(event.startDate),
    creationDate: toColumn(event.creationDate),
    endDate: toColumn(event.endDate),
    createdAt: toColumn(event.createdAt),
    updatedAt: toColumn(event.updatedAt),
  };
}

export function marketRow(market: MarketRecord): RowOf<typeof MARKETS> {
  return {
    ...market,
    ...filteredOfMarket(market.source),
    startDate: toColumn(market.startDate),
    endDate: toColumn(market.endDate),
    createdAt: toColumn(market.createdAt),
    updatedAt: toColumn(market.updatedAt),
    closed: isClosed(market),
  };
}
