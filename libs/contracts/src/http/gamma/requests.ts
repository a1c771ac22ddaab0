import { FlagParam, IdParam, IntegerParam, NamesParam, PathTextParam, PatternParam, TextParam, TextsParam } from '../params';

/** Texts that the catalog accepts as true and false. */
const FLAG_TEXTS = { true: true, '1': true, false: false, '0': false };
const SEARCH_LENGTH_MAX = 200;
const INVALID_ORDER = { message: 'invalid order field' };
const DIGITS = /^[0-9]+$/;

/** Sort fields of markets, by their name in the records and, for older clients, in snake case. */
export const MARKET_SORT_FIELDS = {
  id: 'id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  startDate: 'start_date',
  endDate: 'end_date',
  slug: 'slug',
  question: 'question',
  conditionId: 'condition_id',
  questionID: 'question_id',
  description: 'description',
  resolutionSource: 'resolution_source',
  image: 'image',
  icon: 'icon',
  outcomes: 'outcomes',
  clobTokenIds: 'token_ids',
  volume: 'volume',
  liquidity: 'liquidity',
} as const;

export const EVENT_SORT_FIELDS = {
  id: 'id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  startDate: 'start_date',
  endDate: 'end_date',
  creationDate: 'creation_date',
  slug: 'slug',
  title: 'title',
  ticker: 'ticker',
  description: 'description',
  resolutionSource: 'resolution_source',
  image: 'image',
  icon: 'icon',
  volume: 'volume',
  liquidity: 'liquidity',
} as const;

const namesOf = (fields: Readonly<Record<string, string>>): readonly string[] => [
  ...new Set([...Object.keys(fields), ...Object.values(fields)]),
];

/** Query of every read of the catalog. Source: interface, Catalog surface. */
export class CatalogRequest {
  @TextParam({ description: 'Creator wallet or site identifier, in any case: only what is listed on that site.' })
  creator?: string;
}

/** GET /series and GET /tags. */
export class CatalogListRequest extends CatalogRequest {
  @IntegerParam({ minimum: 1, maximum: 500, fallback: 100, description: 'Maximum number of rows.' })
  limit!: number;

  @IntegerParam({ minimum: 0, fallback: 0, description: 'Number of rows to skip.' })
  offset!: number;
}

/** Common parameters of market and event lists. */
class FilteredListRequest extends CatalogListRequest {
  @FlagParam({ texts: FLAG_TEXTS, description: 'Only active ones, or only inactive ones.' })
  active?: boolean;

  @FlagParam({ texts: FLAG_TEXTS, description: 'Only closed ones, or only open ones.' })
  closed?: boolean;

  @FlagParam({ texts: FLAG_TEXTS, description: 'Only archived ones, or only the others.' })
  archived?: boolean;

  @IdParam({ description: 'Numeric tag id.' })
  tag_id?: number;

  @TextParam({ description: 'Tag slug.', aliases: ['tag'] })
  tag_slug?: string;

  @FlagParam({ texts: FLAG_TEXTS, fallback: false, description: 'true sorts from the least to the greatest.' })
  ascending!: boolean;
}

/** GET /markets. Source: interface, Catalog surface. */
export class MarketListRequest extends FilteredListRequest {
  @IdParam({ description: 'Numeric event id.' })
  event_id?: number;

  @TextParam({ description: 'Event slug.', aliases: ['eventSlug'] })
  event_slug?: string;

  @TextsParam({ description: 'Condition id, may be repeated.', aliases: ['condition_id'] })
  conditionId?: readonly string[];

  @TextsParam({ description: 'Market slug, may be repeated.' })
  slug?: readonly string[];

  @NamesParam({
    names: namesOf(MARKET_SORT_FIELDS),
    fallback: ['id'],
    description: 'Fields to sort by, separated by commas. Ties are sorted by id.',
    refusal: INVALID_ORDER,
  })
  order!: readonly string[];
}

/** GET /events. Source: interface, Catalog surface. */
export class EventListRequest extends FilteredListRequest {
  @TextParam({ description: 'Series slug.' })
  series_slug?: string;

  @TextsParam({ description: 'Event slug, may be repeated.' })
  slug?: readonly string[];

  @NamesParam({
    names: namesOf(EVENT_SORT_FIELDS),
    fallback: ['id'],
    description: 'Fields to sort by, separated by commas. Ties are sorted by id.',
    refusal: INVALID_ORDER,
  })
  order!: readonly string[];
}

/** A 32-bit integer; no catalog has as many pages. */
const PAGE_MAX = 2_147_483_647;

/** GET /public-search. Source: interface, Catalog surface. */
export class SearchRequest extends CatalogRequest {
  @TextParam({
    description: 'Text to search for.',
    required: true,
    isTrimmed: true,
    lengthMax: SEARCH_LENGTH_MAX,
    example: 'election',
  })
  q!: string;

  @IntegerParam({ minimum: 1, maximum: 500, fallback: 25, description: 'Maximum number of rows of each type.' })
  limit_per_type!: number;

  @IntegerParam({ minimum: 1, maximum: PAGE_MAX, fallback: 1, description: 'Page number, from 1.' })
  page!: number;

  @FlagParam({ texts: FLAG_TEXTS, fallback: true, description: 'false leaves the tags out.' })
  search_tags!: boolean;

  @FlagParam({ texts: FLAG_TEXTS, fallback: false, description: 'Accepted for compatibility; profiles are never returned.' })
  search_profiles!: boolean;
}

/** The numeric id of an event, a series or a tag; any number of digits is accepted, even if no resource has it. */
export class ResourceIdPath {
  @PatternParam({
    pattern: DIGITS,
    required: true,
    description: 'Numeric id.',
    example: '1',
    refusal: { message: 'id must be an integer' },
  })
  id!: string;
}

export class SlugPath {
  @PathTextParam({ description: 'Slug.', example: 'will-it-rain' })
  slug!: string | null;
}

/** A market by its numeric id or its condition id; anything else matches no market. */
export class MarketIdPath {
  @PathTextParam({ description: 'Numeric market id, or condition id.', example: '540816' })
  id!: string | null;
}
