import type {
  CatalogMarketFields,
  CatalogSeriesFields,
  CatalogTag,
  EmbeddedEvent,
  ListedEvent,
  MinimalEvent,
} from '@foretell/contracts';
import { fromColumn } from './instant';
import type { EventRow, MarketRow, MinimalEventRow, SeriesRow, TagRow } from './rows';

/** Maps rows to response shapes; keys in the order of the documented samples. Source: interface, Resources and their fields. */
export function toTag(row: TagRow): CatalogTag {
  return {
    id: String(row.id),
    label: row.label,
    slug: row.slug,
    createdAt: fromColumn(row.createdAt),
    updatedAt: fromColumn(row.updatedAt),
    requiresTranslation: row.requiresTranslation,
  };
}

export function toSeriesFields(row: SeriesRow): CatalogSeriesFields {
  return {
    id: String(row.id),
    ticker: row.ticker,
    slug: row.slug,
    title: row.title,
    seriesType: row.seriesType,
    recurrence: row.recurrence,
    image: row.image,
    icon: row.icon,
    active: row.active,
    closed: row.closed,
    archived: row.archived,
    createdAt: fromColumn(row.createdAt),
    updatedAt: fromColumn(row.updatedAt),
  };
}

export function toMinimalEvent(row: MinimalEventRow): MinimalEvent {
  return { id: String(row.id), ticker: row.ticker, slug: row.slug, title: row.title };
}

/** Fields are named one by one: spreading parts of an event costs more than all other work on it. */
export function toListedEvent(row: EventRow, tags: readonly TagRow[]): ListedEvent {
  return {
    id: String(row.id),
    ticker: row.ticker,
    slug: row.slug,
    title: row.title,
    description: row.description,
    resolutionSource: row.resolutionSource,
    startDate: fromColumn(row.startDate),
    endDate: fromColumn(row.endDate),
    image: row.image,
    icon: row.icon,
    active: row.active,
    closed: row.closed,
    archived: row.archived,
    createdAt: fromColumn(row.createdAt),
    updatedAt: fromColumn(row.updatedAt),
    tags: tags.map(toTag),
  };
}

export function toEmbeddedEvent(row: EventRow): EmbeddedEvent {
  return {
    id: String(row.id),
    ticker: row.ticker,
    slug: row.slug,
    title: row.title,
    description: row.description,
    resolutionSource: row.resolutionSource,
    startDate: fromColumn(row.startDate),
    creationDate: fromColumn(row.creationDate),
    endDate: fromColumn(row.endDate),
    image: row.image,
    icon: row.icon,
    active: row.active,
    closed: row.closed,
    archived: row.archived,
    createdAt: fromColumn(row.createdAt),
    updatedAt: fromColumn(row.updatedAt),
  };
}

export function toMarketFields(row: MarketRow): CatalogMarketFields {
  return {
    id: String(row.id),
    question: row.question,
    conditionId: row.conditionId ?? '',
    slug: row.slug,
    resolutionSource: row.resolutionSource,
    endDate: fromColumn(row.endDate),
    startDate: fromColumn(row.startDate),
    image: row.image,
    icon: row.icon,
    description: row.description,
    outcomes: encodedArray(row.outcomes),
    clobTokenIds: encodedArray(row.tokenIds),
    active: row.active,
    closed: row.closed,
    archived: row.archived,
    createdAt: fromColumn(row.createdAt),
    updatedAt: fromColumn(row.updatedAt),
    questionID: row.questionId,
  };
}

/** With a blank after each comma, as the public format writes it. */
function encodedArray(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}
