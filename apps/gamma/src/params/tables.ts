import { badRequest, flag, flagOr, id, integer, text, texts, type ParamValues } from './param';
import { order } from './order';

/** Parameters of every list and single. Source: interface, Catalog surface. */
const LIMIT = integer({ minimum: 1, maximum: 500, fallback: 100, description: 'Rows in the answer.' });
const OFFSET = integer({ minimum: 0, fallback: 0, description: 'Rows to pass over.' });
const CREATOR = text('Creator wallet or site identifier, in any case: only what is listed on that site.');
const FLAGS = {
  active: flag('Only active ones, or only inactive ones.'),
  closed: flag('Only closed ones, or only open ones.'),
  archived: flag('Only archived ones, or only the others.'),
};
const TAGGED = { tag_id: id('Numeric tag id.'), tag_slug: text('Tag slug; "tag" is an alias.', ['tag']) };
const SEARCH_LENGTH_MAX = 200;
const ASCENDING = flagOr(false, 'true sorts from the least to the greatest.');

export const MARKET_LIST = {
  limit: LIMIT,
  offset: OFFSET,
  ...FLAGS,
  ...TAGGED,
  event_id: id('Numeric event id.'),
  event_slug: text('Event slug; "eventSlug" is an alias.', ['eventSlug']),
  conditionId: texts('Condition id, may be repeated; "condition_id" is an alias.', ['condition_id']),
  slug: texts('Market slug, may be repeated.'),
  order: order({
    id: 'id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    startDate: 'start_date',
    endDate: 'end_date',
    slug: 'slug',
    question: 'question',
    volume: 'volume',
    liquidity: 'liquidity',
  }),
  ascending: ASCENDING,
  creator: CREATOR,
};
export type MarketListQuery = ParamValues<typeof MARKET_LIST>;

export const EVENT_LIST = {
  limit: LIMIT,
  offset: OFFSET,
  ...FLAGS,
  ...TAGGED,
  series_slug: text('Series slug.'),
  slug: texts('Event slug, may be repeated.'),
  order: order({
    id: 'id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    startDate: 'start_date',
    endDate: 'end_date',
    creationDate: 'creation_date',
    slug: 'slug',
    title: 'title',
  }),
  ascending: ASCENDING,
  creator: CREATOR,
};
export type EventListQuery = ParamValues<typeof EVENT_LIST>;

export const PLAIN_LIST = { limit: LIMIT, offset: OFFSET, creator: CREATOR };
export type PlainListQuery = ParamValues<typeof PLAIN_LIST>;

export const SINGLE = { creator: CREATOR };

export const SEARCH = {
  q: {
    aliases: [],
    doc: { type: 'string' as const, description: 'What to look for.' },
    isRequired: true as const,
    read(name: string, values: readonly string[]): string {
      const given = text('')
        .read(
          name,
          values.filter((value) => value.trim() !== ''),
        )
        ?.trim();
      if (given === undefined) throw badRequest('q is required');
      if (given.length > SEARCH_LENGTH_MAX) throw badRequest(`q must be at most ${SEARCH_LENGTH_MAX} characters long`);
      return given;
    },
  },
  limit_per_type: integer({ minimum: 1, maximum: 500, fallback: 25, description: 'Rows of each type in the answer.' }),
  page: integer({ minimum: 1, fallback: 1, description: 'Page of the answer, the first being 1.' }),
  search_tags: flagOr(true, 'false leaves the tags out.'),
  search_profiles: flagOr(false, 'Accepted for compatibility; profiles are never returned.'),
  creator: CREATOR,
};
export type SearchQuery = ParamValues<typeof SEARCH>;
