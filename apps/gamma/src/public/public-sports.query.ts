import { Inject, Injectable } from '@nestjs/common';
import type { PublicSport, PublicTeam, PublicTeamListRequest, SportsMarketTypes } from '@foretell/contracts';
import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { isFields } from '@foretell/platform-server';
import { fromColumn } from '../catalog/instant';

/** Maximum number of games scanned, newest first. */
const GAMES_MAX = 20_000;
/** Events that are games have their own index. */
const IS_GAME = `(e.source ->> 'gameId') IS NOT NULL`;

interface SportRow {
  readonly id: number;
  readonly ticker: string;
  readonly slug: string;
  readonly image: string;
  readonly createdAt: string;
  readonly resolution: string;
  readonly tagIds: readonly number[];
}

/** One row per series with games, with the data of its newest game. */
export const SPORTS: Statement<SportRow> = {
  name: 'sports',
  text: `SELECT s.id, s.ticker, s.slug, s.image, s.created_at::text AS "createdAt", game.resolution_source AS resolution,
    game.tag_ids AS "tagIds"
  FROM (SELECT DISTINCT ON (of_series.id) of_series.id, e.resolution_source, e.tag_ids
    FROM (SELECT * FROM gamma.events e WHERE ${IS_GAME} ORDER BY e.id DESC LIMIT ${GAMES_MAX}) e
    CROSS JOIN LATERAL unnest(e.series_ids) AS of_series (id) ORDER BY of_series.id, e.id DESC) game
  JOIN gamma.series s ON s.id = game.id ORDER BY s.id`,
  columns: {
    id: 'bigint',
    ticker: 'text',
    slug: 'text',
    image: 'text',
    createdAt: 'text',
    resolution: 'text',
    tagIds: 'bigint[]',
  },
};
export const TEAMS: Statement<{ readonly teams: object }> = {
  name: 'teams',
  text: `SELECT e.source -> 'teams' AS teams FROM gamma.events e WHERE ${IS_GAME} AND (e.source -> 'teams') IS NOT NULL
  ORDER BY e.id DESC LIMIT ${GAMES_MAX}`,
  columns: { teams: 'json' },
};
export const MARKET_TYPES: Statement<{ readonly kind: string }> = {
  name: 'sports market types',
  text: `SELECT DISTINCT m.source ->> 'sportsMarketType' AS kind FROM gamma.markets m
  WHERE (m.source ->> 'sportsMarketType') IS NOT NULL ORDER BY kind`,
  columns: { kind: 'text' },
};

/** Sports from imports: games are events with a game id, leagues the series that they belong to. */
@Injectable()
export class PublicSportsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async sports(): Promise<readonly PublicSport[]> {
    const { rows } = await this.pool.query<SportRow>({ ...SPORTS });
    return rows.map(({ id, ticker, slug, image, createdAt, resolution, tagIds }) => ({
      id,
      sport: ticker === '' ? slug : ticker,
      image,
      resolution,
      ordering: 'home',
      tags: tagIds.join(','),
      series: String(id),
      createdAt: fromColumn(createdAt),
    }));
  }

  async marketTypes(): Promise<SportsMarketTypes> {
    const { rows } = await this.pool.query<{ kind: string }>({ ...MARKET_TYPES });
    return { marketTypes: rows.map(({ kind }) => kind) };
  }

  /** By id; each team with the data of its newest game. */
  async teams(query: PublicTeamListRequest): Promise<readonly PublicTeam[]> {
    const { rows } = await this.pool.query<{ teams: unknown }>({ ...TEAMS });
    const teams = new Map<number, PublicTeam>();
    for (const team of rows.flatMap((row) => (Array.isArray(row.teams) ? row.teams.flatMap(readTeam) : []))) {
      if (!teams.has(team.id)) teams.set(team.id, team);
    }
    const wanted = [...teams.values()].filter(
      (team) =>
        isAmong(query.league, team.league) && isAmong(query.name, team.name) && isAmong(query.abbreviation, team.abbreviation),
    );
    const sorted = wanted.toSorted((a, b) => (query.ascending ? a.id - b.id : b.id - a.id));
    return sorted.slice(query.offset, query.offset + query.limit);
  }
}

function isAmong(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.length === 0 || names.some((each) => each.toLowerCase() === name.toLowerCase());
}

function readTeam(given: unknown): PublicTeam[] {
  if (!isFields(given) || !Number.isSafeInteger(given['id'])) return [];
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  return [
    {
      id: Number(given['id']),
      name: text('name'),
      league: text('league'),
      record: text('record'),
      logo: text('logo'),
      abbreviation: text('abbreviation'),
      alias: text('alias'),
      color: text('color'),
    },
  ];
}
