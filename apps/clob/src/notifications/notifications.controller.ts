import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import { formatMicros, formatPips, pricePips, sizeMicros } from '@foretell/units';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { NotificationsQuery, type NotificationRow } from './notifications.query';

const IDS_MAX = 500;

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
  @L2({ write: false })
  async list(@Caller() caller: AuthenticatedCaller): Promise<unknown[]> {
    const rows = await this.notifications.list(caller.address, this.links.walletsOf(caller.address));
    return rows.map((row) => ({
      id: row.id,
      owner: row.owner,
      type: row.type,
      timestamp: Math.floor(row.at / 1_000),
      payload: this.payload(row),
    }));
  }

  @Delete()
  @L2({ write: true })
  async dismiss(@Caller() caller: AuthenticatedCaller, @Query('ids') ids: unknown): Promise<{ deleted: string[] }> {
    const given = typeof ids === 'string' ? ids.split(',') : [];
    if (given.length === 0 || given.length > IDS_MAX || !given.every((id) => /^[0-9]{1,15}$/.test(id))) {
      throw new HttpFailure(400, `ids must be 1 to ${IDS_MAX} notification ids, separated by commas`, 'invalid_ids');
    }
    await this.notifications.dismiss(caller.address, given.map(Number));
    return { deleted: given };
  }

  private payload({ payload }: NotificationRow): Record<string, unknown> {
    const { price_pips: pips, size_micros: micros, outcome_index: outcome, market, ...rest } = payload;
    const entry = typeof market === 'string' ? this.directory.byCondition(market) : undefined;
    const index = outcome === 0 ? 0 : 1;
    return {
      ...rest,
      market,
      asset_id: entry?.tokenIds[index] ?? '',
      outcome: entry?.outcomes[index] ?? '',
      price: formatPips(pricePips(Number(pips))),
      size: formatMicros(sizeMicros(Number(micros))),
    };
  }
}
