import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import { WalletLinks } from '../ledger/wallet-links';
import { orderIdOf } from '../requests/order-id';
import { ScoringService } from './scoring.service';

const IDS_MAX = 500;

/** Whether orders earn liquidity rewards. Source: protocol 12, /order-scoring. */
@ApiTags('rewards')
@L2({ write: false })
@Controller()
export class ScoringController {
  constructor(
    private readonly scoring: ScoringService,
    private readonly links: WalletLinks,
  ) {}

  @Get('order-scoring')
  async one(@Caller() caller: AuthenticatedCaller, @Query('order_id') orderId: unknown): Promise<{ scoring: boolean }> {
    if (typeof orderId !== 'string' || orderId === '') throw new HttpFailure(400, 'Invalid orderID', 'invalid_order_id');
    const scoring = await this.scoringAmong([orderId], caller);
    return { scoring: scoring.has(orderId.toLowerCase()) };
  }

  @Post('orders-scoring')
  @HttpCode(200)
  async many(@Caller() caller: AuthenticatedCaller, @Body() body: unknown): Promise<Record<string, boolean>> {
    if (!Array.isArray(body) || body.length > IDS_MAX || !body.every((id): id is string => typeof id === 'string')) {
      throw new HttpFailure(400, 'Invalid order payload', 'invalid_payload', {
        expected: `an array of at most ${IDS_MAX} order ids`,
      });
    }
    const scoring = await this.scoringAmong(body, caller);
    return Object.fromEntries(body.map((id) => [id, scoring.has(id.toLowerCase())]));
  }

  private scoringAmong(ids: readonly string[], caller: AuthenticatedCaller): Promise<ReadonlySet<string>> {
    return this.scoring.of(
      ids.flatMap((id) => orderIdOf(id) ?? []),
      this.links.walletsOf(caller.address),
    );
  }
}
