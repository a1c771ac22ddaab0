import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { Recorded } from '../record/recorded';

/** Kinds as public clients number them: an order was cancelled for the account, an order was filled. */
export const NOTIFICATION_CANCELED = 1;
export const NOTIFICATION_FILLED = 2;

export interface NotificationRow {
  readonly id: number;
  readonly type: number;
  readonly owner: string;
  readonly at: number;
  readonly payload: NotedOrder;
}

/** The order of a notification, in units. */
export interface NotedOrder {
  readonly order_id: string;
  readonly trade_id?: string;
  readonly reason?: string;
  readonly market: string;
  readonly side: string;
  readonly outcome_index: 0 | 1;
  readonly price_pips: number;
  readonly size_micros: number;
}

const LIMIT = 100;

/**
 * What happened to an account's resting orders without its doing, newest first, read from the record itself: fills as a maker, and
 * cancels that the account did not ask for. Ids are stable: even ones come from fills, odd ones from orders.
 */
const NOTIFICATIONS = `
  select * from (
    (select (f.trade_number * 4096 + f.position) * 2 as id, ${NOTIFICATION_FILLED} as type, f.maker_owner as owner, t.matched_at as at,
       jsonb_build_object('order_id', f.maker_order_id, 'trade_id', t.id, 'market', t.condition_id, 'side', f.maker_side,
         'outcome_index', f.maker_outcome, 'price_pips', f.maker_price_pips, 'size_micros', f.size_micros) as payload
     from clob.fills f join clob.trades t using (trade_number)
     where f.maker_wallet = any($1::text[]) order by f.trade_number desc limit $3)
    union all
    (select o.priority * 2 + 1, ${NOTIFICATION_CANCELED}, o.owner, o.accepted_at,
       jsonb_build_object('order_id', o.order_id, 'market', o.condition_id, 'side', o.side, 'outcome_index', o.outcome, 'price_pips', o.price_pips,
         'size_micros', o.size_micros - o.filled_micros, 'reason', o.close_reason)
     from clob.orders o where o.wallet = any($1::text[]) and o.close_reason in ('expired', 'self trade', 'market closed', 'market resolved')
     order by o.priority desc limit $3)) n
  where not exists (select 1 from clob.notification_dismissals d where d.address = $2 and d.id = n.id)
  order by at desc, id desc limit $3`;

@Injectable()
export class NotificationsQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly recorded: Recorded,
  ) {}

  async list(address: string, wallets: readonly string[]): Promise<NotificationRow[]> {
    await this.recorded.level();
    const { rows } = await this.pool.query<NotificationRow>(NOTIFICATIONS, [wallets, address, LIMIT]);
    return rows;
  }

  async dismiss(address: string, ids: readonly number[]): Promise<void> {
    await this.pool.query(
      'insert into clob.notification_dismissals (address, id) select $1, unnest($2::bigint[]) on conflict do nothing',
      [address, ids],
    );
  }
}
