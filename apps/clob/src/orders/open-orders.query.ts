import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { EngineService } from '../engine/engine.service';
import { Recorded } from '../record/recorded';

/** A row of the live orders list. Sizes in micros, price in pips, times Unix ms. */
export interface OpenOrderRow {
  readonly orderId: string;
  readonly priority: number;
  readonly status: string;
  readonly wallet: string;
  readonly owner: string;
  readonly conditionId: string;
  readonly outcome: 0 | 1;
  readonly side: string;
  readonly orderType: string;
  readonly pricePips: number;
  readonly sizeMicros: number;
  readonly filledMicros: number;
  readonly expiresAt: number | null;
  readonly acceptedAt: number;
  readonly tradeIds: readonly string[];
}

export interface OpenOrdersFilter {
  readonly wallets: readonly string[];
  readonly id?: string | undefined;
  readonly conditionId?: string | undefined;
  readonly outcome?: 0 | 1 | undefined;
  /** Only orders placed before this one, by priority; 0 for the newest. */
  readonly beforePriority: number;
  readonly limit: number;
}

const COLUMNS = `
  o.order_id as "orderId", o.priority, o.status, o.wallet, o.owner, o.condition_id as "conditionId", o.outcome, o.side,
  o.order_type as "orderType", o.price_pips as "pricePips", o.size_micros as "sizeMicros", o.filled_micros as "filledMicros",
  o.expires_at as "expiresAt", o.accepted_at as "acceptedAt",
  array(select t.id from clob.fills f join clob.trades t using (trade_number) where f.maker_order_id = o.order_id
        union select t.id from clob.trades t where t.taker_order_id = o.order_id and t.taker_wallet = o.wallet
          order by 1) as "tradeIds"`;

/** Live orders of a caller's wallets, newest first. */
@Injectable()
export class OpenOrdersQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly recorded: Recorded,
    private readonly engine: EngineService,
  ) {}

  /**
   * From the core where this process is the writer. Trades are in the tables alone, so a page with an order that has traded comes from
   * there as a whole.
   */
  async page(filter: OpenOrdersFilter): Promise<readonly OpenOrderRow[]> {
    const { id: orderId, ...wish } = filter;
    const held = await this.engine.openOrders({ ...wish, orderId });
    if (held?.every(({ filledMicros }) => filledMicros === 0)) return held.map((row) => ({ ...row, tradeIds: [] }));
    return this.recordedPage(filter);
  }

  /** The same from the tables. */
  async recordedPage({ wallets, id, conditionId, outcome, beforePriority, limit }: OpenOrdersFilter): Promise<OpenOrderRow[]> {
    await this.recorded.level();
    const { rows } = await this.pool.query<OpenOrderRow>({
      name: 'open-orders',
      text: `select ${COLUMNS} from clob.orders o
        where o.wallet = any($1::text[]) and o.status in ('live', 'delayed')
          and ($2::text is null or o.order_id = $2) and ($3::text is null or o.condition_id = $3)
          and ($4::smallint is null or o.outcome = $4) and ($5::bigint = 0 or o.priority < $5)
        order by o.priority desc limit $6`,
      values: [wallets, id ?? null, conditionId ?? null, outcome ?? null, beforePriority, limit],
    });
    return rows;
  }

  /** One order of the caller's wallets, in whatever status. */
  async one(orderId: string, wallets: readonly string[]): Promise<OpenOrderRow | undefined> {
    await this.recorded.level();
    const { rows } = await this.pool.query<OpenOrderRow>(
      `select ${COLUMNS} from clob.orders o where o.order_id = $1 and o.wallet = any($2::text[])`,
      [orderId, wallets],
    );
    return rows[0];
  }
}
