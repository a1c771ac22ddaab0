import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { address as addressOf, type Address } from '@foretell/signing';
import { barredBy } from '../engine/barred';
import { Bans } from '../keys/bans';
import { banned } from '../orders/order-refusal';
import { refusal } from './rfq-failures';
import type { QuoteRow } from './rfq-rows';
import { REQUEST_TTL_MILLIS } from './rfq-states';

interface BarredId {
  readonly id: string;
}

/** SQL text: whether a ban forbids the orders of an offer, as barredBy does. */
const isBarredSql = (alias: string): string =>
  `EXISTS (SELECT FROM clob.bans b WHERE b.address IN (${alias}.address, ${alias}.wallet)
     AND (${alias}.is_buy OR NOT b.closed_only))`;

/** Open requests created after $1 by other addresses than $2. */
export const BARRED_REQUESTS: Statement<BarredId> = {
  name: 'barred-rfq-requests',
  text: `SELECT r.request_id::text AS id FROM clob.rfq_requests r
         WHERE r.created_at > $1 AND r.state = 'STATE_ACCEPTING_QUOTES' AND r.address <> $2 AND ${isBarredSql('r')}`,
  columns: { id: 'text' },
};

/** The same of quotes on such requests. */
export const BARRED_QUOTES: Statement<BarredId> = {
  name: 'barred-rfq-quotes',
  text: `SELECT q.quote_id::text AS id FROM clob.rfq_requests r JOIN clob.rfq_quotes q ON q.request_id = r.request_id
         WHERE r.created_at > $1 AND q.state = 'STATE_REQUEST_QUOTED' AND q.address <> $2 AND ${isBarredSql('q')}`,
  columns: { id: 'text' },
};

/** Open requests and quotes that a ban forbids: others do not see them while it lasts. Source: docs/decisions/rfq.md. */
@Injectable()
export class BarredOffers {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly bans: Bans,
  ) {}

  requestsHiddenFrom(address: Address, now: number): Promise<string[]> {
    return this.idsOf(BARRED_REQUESTS, address, now);
  }

  quotesHiddenFrom(address: Address, now: number): Promise<string[]> {
    return this.idsOf(BARRED_QUOTES, address, now);
  }

  /**
   * Throws 400 when a ban forbids the offer's order. An early check, so that the other side sees no offer that would fail. The
   * writer checks again.
   */
  async requireAllowed({ wallet, side }: Pick<QuoteRow, 'wallet' | 'side'>): Promise<void> {
    await this.bans.current();
    const refused = barredBy(this.bans.of(addressOf(wallet)), side === 'SELL');
    if (refused !== null) throw refusal(banned(refused));
  }

  private async idsOf(statement: Statement<BarredId>, address: Address, now: number): Promise<string[]> {
    await this.bans.current();
    if (this.bans.all().length === 0) return [];
    const { rows } = await this.pool.query<BarredId>({ ...statement, values: [now - REQUEST_TTL_MILLIS, address] });
    return rows.map(({ id }) => id);
  }
}
