import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  DismissNotificationsQuery,
  DismissedNotifications,
  NotificationRecord,
  type FillDetails,
  type NotificationPayload,
} from '@foretell/contracts';
import { Caller, L2, Needs, type AuthenticatedCaller } from '@foretell/platform-auth';
import { formatMicros, formatPips, pricePips, sizeMicros } from '@foretell/units';
import { RESPONSE_FORMATS } from '../response-formats/response-formats';
import { transactionHashOf } from '@foretell/platform-nats/exchange-events';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { Refuses } from '../refuses.decorator';
import { NotificationsQuery, type NotificationRow } from './notifications.query';

/** Source: protocol 12, /notifications. */
@ApiTags('orders')
@Controller('notifications')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsQuery,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listNotifications',
    summary: 'Fills and cancellations of the caller’s resting orders, newest first',
  })
  @ApiOkResponse({ type: [NotificationRecord] })
  @L2({ write: false })
  async list(@Caller() caller: AuthenticatedCaller): Promise<NotificationRecord[]> {
    const rows = await this.notifications.list(caller.address, this.links.walletsOf(caller.address));
    const shapes = RESPONSE_FORMATS[caller.format];
    return rows.map((row) => ({
      id: row.id,
      owner: shapes.owner(row.owner),
      type: row.type,
      timestamp: Math.floor(row.at / 1_000),
      payload: { ...this.payload(row), ...shapes.fillDetails(fillDetails(row)) },
    }));
  }

  @Delete()
  @ApiOperation({ operationId: 'dismissNotifications', summary: 'Deletes notifications' })
  @ApiOkResponse({ type: DismissedNotifications })
  @Refuses({ 400: 'invalid_ids' })
  @L2({ write: true })
  @Needs('cancel')
  async dismiss(
    @Caller() caller: AuthenticatedCaller,
    @Query() { ids }: DismissNotificationsQuery,
  ): Promise<DismissedNotifications> {
    await this.notifications.dismiss(caller.address, this.links.walletsOf(caller.address), ids);
    return { deleted: ids };
  }

  private payload({ payload }: NotificationRow): NotificationPayload {
    const { price_pips: pips, size_micros: micros, outcome_index: index, market, fill: _fill, ...rest } = payload;
    const entry = this.directory.byCondition(market);
    return {
      ...rest,
      market,
      asset_id: entry?.tokenIds[index] ?? '',
      outcome: entry?.outcomes[index] ?? '',
      price: formatPips(pricePips(pips)),
      size: formatMicros(sizeMicros(micros)),
    };
  }
}

/** Nothing for an order that was cancelled. */
function fillDetails({ owner, payload }: NotificationRow): FillDetails {
  const { fill, trade_id: tradeId = '' } = payload;
  if (fill === undefined) return {};
  const shares = (micros: number): string => formatMicros(sizeMicros(micros));
  return {
    original_size: shares(fill.original_micros),
    matched_size: shares(fill.filled_micros),
    remaining_size: shares(fill.original_micros - fill.filled_micros),
    outcome_index: payload.outcome_index,
    condition_id: payload.market,
    owner,
    type: fill.type,
    question: fill.question,
    market_slug: fill.slug,
    eventSlug: fill.event_slug ?? '',
    seriesSlug: '',
    icon: fill.icon,
    image: fill.image,
    transaction_hash: transactionHashOf(tradeId),
  };
}
