import { Inject, Injectable } from '@nestjs/common';
import { NOTIFICATIONS_MAX } from '@foretell/contracts';
import { DATABASE_POOL, writeStatement, type Pool, type Statement } from '@foretell/platform-prisma';
import { CLOSE_REASON, closedAtSql, isNoticeSql, ORDER_TYPE, SIDE } from '../columns/order.columns';
import { conditionSql, hexSql, ownerSql, walletNumbersSql } from '../columns/sql-columns';
import { tradeIdOf } from '@foretell/platform-nats/exchange-events';
import { ProjectionProgress } from '../record/projection-progress';

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
  /** Of a fill: the order and its market as they are now. */
  readonly fill?: FilledOrder;
}

export interface FilledOrder {
  readonly type: string;
  readonly original_micros: number;
  readonly filled_micros: number;
  readonly question: string;
  readonly slug: string;
  readonly event_slug: string | null;
  readonly icon: string;
  readonly image: string;
}

/** The trade id is derived from the trade's number and time. */
type StoredNotification = NotificationRow & { readonly tradeNumber: number | null };

/**
 * Events of an account's resting orders that it did not cause, newest first, read from the record: fills as a maker, and
 * cancels that the account did not request. Ids are stable: even ones come from fills, odd ones from orders.
 */
const EVENTS = `
    (SELECT (f.trade_number * 4096 + f.position) * 2 AS id, ${NOTIFICATION_FILLED} AS type, ${ownerSql('f.maker_owner_number')} AS owner,
      t.matched_at AS at, t.trade_number AS "tradeNumber",
       jsonb_build_object('order_id', ${hexSql('f.maker_order_id')}, 'market', ${conditionSql('t.market_number')},
         'side', ${SIDE.nameSql('f.maker_side')}, 'outcome_index', f.maker_outcome, 'price_pips', f.maker_price_pips,
         'size_micros', f.size_micros,
         'fill', jsonb_build_object('type', coalesce(${ORDER_TYPE.nameSql('o.order_type')}, 'GTC'),
           'original_micros', coalesce(o.size_micros, f.size_micros), 'filled_micros', coalesce(o.filled_micros, f.size_micros),
           'question', l.question, 'slug', l.slug, 'event_slug', l.event_slug, 'icon', l.icon, 'image', l.image)) AS payload
     FROM clob.fills f JOIN clob.trades t USING (trade_number) JOIN clob.markets m ON m.number = t.market_number
       JOIN clob.listings l USING (condition_id)
       -- Gone when it is archived; it was filled to the end then.
       LEFT JOIN clob.orders o ON o.order_id = f.maker_order_id
     WHERE f.maker_wallet_number = ANY(${walletNumbersSql('$1')}) ORDER BY f.trade_number DESC LIMIT $2)
    UNION ALL
    (SELECT o.priority * 2 + 1, ${NOTIFICATION_CANCELED}, ${ownerSql('o.owner_number')}, ${closedAtSql('o')}, NULL,
       jsonb_build_object('order_id', ${hexSql('o.order_id')}, 'market', ${conditionSql('o.market_number')},
         'side', ${SIDE.nameSql('o.side')}, 'outcome_index', o.outcome, 'price_pips', o.price_pips,
         'size_micros', o.size_micros - o.filled_micros, 'reason', ${CLOSE_REASON.nameSql('o.close_reason')})
     FROM clob.orders o WHERE o.wallet_number = ANY(${walletNumbersSql('$1')}) AND ${isNoticeSql('o')}
     ORDER BY ${closedAtSql('o')} DESC, o.priority DESC LIMIT $2)`;

export const NOTIFICATIONS: Statement<StoredNotification> = {
  name: 'notifications',
  text: `SELECT n.* FROM (${EVENTS}) n
    WHERE NOT EXISTS (SELECT FROM clob.notification_dismissals d WHERE d.address = $3 AND d.id = n.id)
    ORDER BY at DESC, id DESC LIMIT $2`,
  columns: { id: 'bigint', type: 'integer', owner: 'text', at: 'bigint', tradeNumber: 'bigint', payload: 'jsonb' },
};
/** Stores only ids that the list could hold, so invented ids take no space. */
export const DISMISS_NOTIFICATIONS = writeStatement(
  'dismiss-notifications',
  `INSERT INTO clob.notification_dismissals (address, id)
    SELECT $3, n.id FROM (${EVENTS}) n WHERE n.id = ANY($4::bigint[]) ON CONFLICT DO NOTHING`,
);

function notificationRow({ tradeNumber, payload, ...row }: StoredNotification): NotificationRow {
  return { ...row, payload: tradeNumber === null ? payload : { ...payload, trade_id: tradeIdOf(row.at, tradeNumber) } };
}

@Injectable()
export class NotificationsQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly projection: ProjectionProgress,
  ) {}

  /** The newest that were not dismissed, among the newest fills and the newest cancels. */
  async list(address: string, wallets: readonly string[]): Promise<NotificationRow[]> {
    await this.projection.waitForProjection();
    const values = [wallets, NOTIFICATIONS_MAX, address];
    const { rows } = await this.pool.query<StoredNotification>({ ...NOTIFICATIONS, values });
    return rows.map(notificationRow);
  }

  async dismiss(address: string, wallets: readonly string[], ids: readonly string[]): Promise<void> {
    await this.pool.query({ ...DISMISS_NOTIFICATIONS, values: [wallets, NOTIFICATIONS_MAX, address, ids] });
  }
}
