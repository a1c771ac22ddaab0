import { fromColumn } from '../catalog/instant';
import type { EventRecord, MarketRecord, SeriesRecord, TagRecord, TradingTerms } from '../catalog/records';

/** Rows as the statements of store.sql.ts give them: the database is trusted to hold what its columns say. */
interface TagRow {
  id: number;
  label: string;
  slug: string;
  created_at: string;
  updated_at: string;
  requires_translation: boolean;
}
interface SeriesRow {
  id: number;
  ticker: string;
  slug: string;
  title: string;
  series_type: string;
  recurrence: string;
  image: string;
  icon: string;
  active: boolean;
  closed: boolean;
  archived: boolean;
  created_at: string;
  updated_at: string;
}
interface EventRow {
  id: number;
  ticker: string;
  slug: string;
  title: string;
  description: string;
  resolution_source: string;
  start_date: string;
  creation_date: string;
  end_date: string;
  image: string;
  icon: string;
  active: boolean;
  closed: boolean;
  catalog_closed: boolean;
  archived: boolean;
  created_at: string;
  updated_at: string;
  event_metadata: Record<string, unknown>;
  tag_ids: number[];
  series_ids: number[];
  own_sites: string[];
  sites: string[];
}
interface MarketRow {
  id: number;
  question: string;
  condition_id: string | null;
  slug: string;
  resolution_source: string;
  start_date: string;
  end_date: string;
  image: string;
  icon: string;
  description: string;
  outcomes: string[];
  token_ids: string[];
  active: boolean;
  catalog_closed: boolean;
  trading_closed: boolean;
  archived: boolean;
  created_at: string;
  updated_at: string;
  question_id: string;
  volume: number;
  liquidity: number;
  event_ids: number[];
  own_tag_ids: number[];
  tag_ids: number[];
  creator: string | null;
  own_sites: string[];
  sites: string[];
  trading: TradingTerms;
}

export function tagRecord(row: TagRow): TagRecord {
  return {
    id: row.id,
    label: row.label,
    slug: row.slug,
    createdAt: fromColumn(row.created_at),
    updatedAt: fromColumn(row.updated_at),
    requiresTranslation: row.requires_translation,
  };
}

export function seriesRecord(row: SeriesRow): SeriesRecord {
  return {
    id: row.id,
    ticker: row.ticker,
    slug: row.slug,
    title: row.title,
    seriesType: row.series_type,
    recurrence: row.recurrence,
    image: row.image,
    icon: row.icon,
    active: row.active,
    closed: row.closed,
    archived: row.archived,
    createdAt: fromColumn(row.created_at),
    updatedAt: fromColumn(row.updated_at),
  };
}

export function eventRecord(row: EventRow): EventRecord {
  return {
    id: row.id,
    ticker: row.ticker,
    slug: row.slug,
    title: row.title,
    description: row.description,
    resolutionSource: row.resolution_source,
    startDate: fromColumn(row.start_date),
    creationDate: fromColumn(row.creation_date),
    endDate: fromColumn(row.end_date),
    image: row.image,
    icon: row.icon,
    active: row.active,
    closed: row.closed,
    catalogClosed: row.catalog_closed,
    archived: row.archived,
    createdAt: fromColumn(row.created_at),
    updatedAt: fromColumn(row.updated_at),
    eventMetadata: row.event_metadata,
    tagIds: row.tag_ids,
    seriesIds: row.series_ids,
    ownSites: row.own_sites,
    sites: row.sites,
  };
}

export function marketRecord(row: MarketRow): MarketRecord {
  return {
    id: row.id,
    question: row.question,
    conditionId: row.condition_id,
    slug: row.slug,
    resolutionSource: row.resolution_source,
    startDate: fromColumn(row.start_date),
    endDate: fromColumn(row.end_date),
    image: row.image,
    icon: row.icon,
    description: row.description,
    outcomes: row.outcomes,
    tokenIds: row.token_ids,
    active: row.active,
    catalogClosed: row.catalog_closed,
    tradingClosed: row.trading_closed,
    archived: row.archived,
    createdAt: fromColumn(row.created_at),
    updatedAt: fromColumn(row.updated_at),
    questionId: row.question_id,
    volume: row.volume,
    liquidity: row.liquidity,
    eventIds: row.event_ids,
    ownTagIds: row.own_tag_ids,
    creator: row.creator,
    ownSites: row.own_sites,
    trading: row.trading,
    tagIds: row.tag_ids,
    sites: row.sites,
  };
}
