import { Inject, Injectable } from '@nestjs/common';
import type { PublicMarket, PublicMarketKeysetRequest, PublicTag } from '@foretell/contracts';
import { Encoded } from '@foretell/platform-server';
import { DATABASE_POOL, Where, type Pool, type Statement } from '@foretell/platform-prisma';
import { idsBySlug, type Id } from '../catalog/lookups.query';
import { readSingle, singles, type SingleKey, type Singles } from '../catalog/single.query';
import { encodedRows, type EncodedPage } from './encoded-rows';
import { addFilters, given, MARKETS_LISTED, pageStatement } from './public-page.query';
import { MARKET_ORDER, sortColumns, toCursor } from './public-order';
import { toPublicMarket, toPublicTag, type FullMarketRow } from './public.mapper';
import { PublicTagsQuery } from './public-tags.query';
import { PUBLIC_MARKET_COLUMNS, PUBLIC_MARKET_TYPES, publicEventsOf, publicTagsOf, type PublicTagRow } from './public-rows';

const FROM = 'gamma.markets m JOIN gamma.market_figures f ON f.market_id = m.id';
const ID = { sql: 'm.id', type: 'bigint' } as const;

const SOURCE = {
  alias: 'm',
  from: FROM,
  by: { id: 'm.id = $1', condition: 'm.condition_id = $1', slug: 'm.slug = $1' },
} as const;
export type PublicMarketKey = SingleKey<keyof typeof SOURCE.by>;

const full = (withTags: boolean): Singles<FullMarketRow, PublicMarketKey['by']> =>
  singles<FullMarketRow, PublicMarketKey['by']>(
    `public market${withTags ? ' and tags' : ''}`,
    SOURCE,
    () => fullColumns(withTags),
    {
      ...PUBLIC_MARKET_TYPES,
      events: 'json',
      tags: 'json',
    },
  );
export const PUBLIC_MARKET = full(false);
export const PUBLIC_MARKET_AND_TAGS = full(true);
export const TAGS_OF_PUBLIC_MARKET = singles<{ readonly tags: readonly PublicTagRow[] }, PublicMarketKey['by']>(
  'public market tags',
  SOURCE,
  () => `${publicTagsOf('m.tag_ids')} AS tags`,
  { tags: 'json' },
);
/** $1 ids of games. */
export const EVENTS_OF_GAMES: Statement<Id> = {
  name: 'events of games',
  text: 'SELECT id FROM gamma.events WHERE game_id = ANY($1::text[])',
  columns: { id: 'bigint' },
};

/** A market whose result is or was determined here has that status, whatever its source says. */
const RESULTS_HERE: Readonly<Record<string, string>> = {
  resolved: ' OR f.payout_pips IS NOT NULL',
  proposed: ` OR (f.payout_pips IS NULL AND (m.trading_told #>> '{proposal,stage}') IN ('proposed', 'finalized'))`,
  disputed: ` OR (f.payout_pips IS NULL AND (m.trading_told #>> '{proposal,stage}') = 'disputed')`,
};

/** Markets of the public format, each with its events and their series. */
@Injectable()
export class PublicMarketsQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly tagsQuery: PublicTagsQuery,
  ) {}

  async page(query: PublicMarketKeysetRequest): Promise<EncodedPage<'markets', PublicMarket>> {
    const [tags, eventIds, gameIds] = await Promise.all([
      this.tagsQuery.foundBy(query),
      idsBySlug(this.pool, 'events', query.event_slug),
      this.eventsOfGames(given(query.game_id)),
    ]);
    if (tags.bySlug?.length === 0 || eventIds?.length === 0) return { markets: Encoded.list([]) };
    const where = addFilters(new Where(), MARKETS_LISTED, query, tags)
      .addIf(lowered(query.condition_ids), 'm.condition_id = ANY(?::text[])')
      .addIf(lowered(query.question_ids), `m.question_id <> '' AND lower(m.question_id) = ANY(?::text[])`)
      .addIf(query.event_id, 'm.event_ids @> ARRAY[?::bigint]')
      .addIf(eventIds, 'm.event_ids && ?::bigint[]')
      .addIf(given(query.sports_market_types), `(m.source ->> 'sportsMarketType') = ANY(?::text[])`);
    if (gameIds !== undefined) where.add('(m.game_id = ANY(?::text[]) OR m.event_ids && ?::bigint[])', query.game_id, gameIds);
    // Literals: markets_without_book_idx serves no parameter.
    if (query.enableOrderBook === true) where.add(`(m.trading -> 'enableOrderBook') = 'true'`);
    if (query.enableOrderBook === false) where.add(`(m.trading -> 'enableOrderBook') = 'false'`);
    const status = query.uma_resolution_status;
    if (status !== undefined) where.add(`(m.uma_status = ?${RESULTS_HERE[status] ?? ''})`, status);
    const tokens = given(query.clob_token_ids);
    if (tokens !== undefined) where.add('(m.token_ids[1] = ANY(?::text[]) OR m.token_ids[2] = ANY(?::text[]))', tokens, tokens);
    const columns = sortColumns(MARKET_ORDER, ID, query.order);
    const { text, values } = pageStatement(MARKETS_LISTED, where, columns, query, fullColumns(query.include_tag));
    const { rows } = await this.pool.query<FullMarketRow & { keys: string[]; more: boolean }>(text, [...values]);
    const last = rows.at(-1);
    const markets = await encodedRows(rows, toPublicMarket);
    return { markets, ...(last?.more === true ? { next_cursor: toCursor(columns, query.ascending, last.keys) } : {}) };
  }

  private async eventsOfGames(games: readonly string[] | undefined): Promise<readonly number[] | undefined> {
    if (games === undefined) return undefined;
    const { rows } = await this.pool.query<Id>({ ...EVENTS_OF_GAMES, values: [games] });
    return rows.map(({ id }) => id);
  }

  async single(key: PublicMarketKey, creator: string | undefined, withTags: boolean): Promise<PublicMarket | null> {
    const row = await readSingle(this.pool, withTags ? PUBLIC_MARKET_AND_TAGS : PUBLIC_MARKET, key, creator);
    return row === null ? null : toPublicMarket(row);
  }

  async tags(key: PublicMarketKey, creator: string | undefined): Promise<readonly PublicTag[] | null> {
    const row = await readSingle(this.pool, TAGS_OF_PUBLIC_MARKET, key, creator);
    return row?.tags.map(toPublicTag) ?? null;
  }
}

function fullColumns(withTags: boolean): string {
  const tags = withTags ? publicTagsOf('m.tag_ids') : 'NULL::json';
  return `${PUBLIC_MARKET_COLUMNS}, ${publicEventsOf('m.event_ids')} AS events, ${tags} AS tags`;
}

function lowered(texts: readonly string[] | undefined): readonly string[] | undefined {
  return given(texts)?.map((text) => text.toLowerCase());
}
