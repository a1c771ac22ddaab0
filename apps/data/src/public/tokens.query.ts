import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { selected, type SqlOf } from '../database/columns';
import { LIVE } from '../database/generation.query';

/** A market with its tokens, from catalog events, and its state from trading events. */
export interface TokensRead {
  readonly conditionId: string;
  readonly token0Id: string;
  readonly token1Id: string;
  readonly outcome0: string;
  readonly outcome1: string;
  readonly title: string;
  readonly slug: string;
  readonly eventId: string | null;
  readonly eventSlug: string | null;
  readonly negRisk: boolean;
  /** Null when trading has not opened the market. */
  readonly status: string | null;
  readonly payout0Pips: number | null;
}

const COLUMNS: SqlOf<TokensRead> = {
  conditionId: 'm.condition_id',
  token0Id: 'm.token0_id',
  token1Id: 'm.token1_id',
  outcome0: 'm.outcome0',
  outcome1: 'm.outcome1',
  title: 'm.title',
  slug: 'm.slug',
  eventId: 'm.event_id',
  eventSlug: 'm.event_slug',
  negRisk: 'm.neg_risk',
  status: 'c.status',
  payout0Pips: 'c.payout0_pips',
};
const FROM = `data.markets m
  LEFT JOIN data.conditions c ON c.generation = m.generation AND c.condition_id = m.condition_id`;

/** Finds markets by their ids or their tokens. */
@Injectable()
export class TokensQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** In the order of condition ids; leaves out those that the catalog has not published. */
  async ofConditions(conditionIds: readonly string[]): Promise<TokensRead[]> {
    return this.read('m.condition_id = ANY($1::text[])', conditionIds);
  }

  async ofTokens(tokenIds: readonly string[]): Promise<TokensRead[]> {
    return this.read('(m.token0_id = ANY($1::text[]) OR m.token1_id = ANY($1::text[]))', tokenIds);
  }

  private async read(condition: string, names: readonly string[]): Promise<TokensRead[]> {
    const { rows } = await this.pool.query<TokensRead>(
      `SELECT ${selected(COLUMNS)} FROM ${FROM} WHERE m.generation = ${LIVE} AND m.token0_id <> '' AND ${condition}
        ORDER BY m.condition_id`,
      [names],
    );
    return rows;
  }
}
