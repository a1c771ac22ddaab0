import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, PrismaService, type Pool } from '@foretell/platform-prisma';
import { Recorded } from '../record/recorded';

/** Kinds as public clients number them: an order was cancelled for the account, an order was filled. */
const NOTIFICATION_CANCELED = 1;
const NOTIFICATION_FILLED = 2;

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
 * What happened to an account's resting orders without its doing, newest first, read from the record itself: fills as a maker,
 * and cancels that the account did not ask for. Ids are stable: even ones come from fills, odd ones from orders.
 */
const NOTIFICATIONS = `
  select * from (
    (select (f.trade_number * 4096 + f.position) * 2 as id, ${NOTIFICATION_FILLED} as type, f.maker_owner as owner,
      t.matched_at as at,
       jsonb_build_object('order_id', f.maker_order_id, 'trade_id', t.id, 'market', t.condition_id, 'side', f.maker_side,
         'outcome_index', f.maker_outcome, 'price_pips', f.maker_price_pips, 'size_micros', f.size_micros) as payload
     from clob.fills f join clob.trades t using (trade_number)
     where f.maker_wallet = any($1::text[]) order by f.trade_number desc limit $2)
    union all
    (select o.priority * 2 + 1, ${NOTIFICATION_CANCELED}, o.owner, o.accepted_at,
       jsonb_build_object('order_id', o.order_id, 'market', o.condition_id, 'side', o.side, 'outcome_index', o.outcome,
         'price_pips', o.price_pips, 'size_micros', o.size_micros - o.filled_micros, 'reason', o.close_reason)
     from clob.orders o where o.wallet = any($1::text[]) and o.close_reason in ('expired', 'self trade', 'market closed',
       'market resolved')
     order by o.priority desc limit $2)) n
  order by at desc, id desc`;

@Injectable()
export class NotificationsQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly prisma: PrismaService,
    private readonly recorded: Recorded,
  ) {}

  /** The newest that were not dismissed, among the newest fills and the newest cancels. */
  async list(address: string, wallets: readonly string[]): Promise<NotificationRow[]> {
    await this.recorded.level();
    const { rows } = await this.pool.query<NotificationRow>(NOTIFICATIONS, [wallets, LIMIT]);
    if (rows.length === 0) return rows;
    const dismissals = await this.prisma.clobNotificationDismissal.findMany({
      where: { address, id: { in: rows.map(({ id }) => id) } },
      select: { id: true },
    });
    const dismissed = new Set(dismissals.map(({ id }) => Number(id)));
    return rows.filter(({ id }) => !dismissed.has(id)).slice(0, LIMIT);
  }

  async dismiss(address: string, ids: readonly number[]): Promise<void> {
    await this.prisma.clobNotificationDismissal.createMany({ data: ids.map((id) => ({ address, id })), skipDuplicates: true });
  }
}
