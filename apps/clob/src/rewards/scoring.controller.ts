import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ORDERS_SCORING_BODY,
  OrderScoringQuery,
  OrdersScoringRequest,
  SCORING_BY_ORDER,
  ScoringAnswer,
  type ScoringByOrder,
} from '@foretell/contracts';
import { Caller, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import { WalletLinks } from '../ledger/wallet-links';
import { orderIdOf } from '../requests/order-id';
import { Refuses, WITH_BODY } from '../refuses.decorator';
import { ScoringService } from './scoring.service';

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
  @ApiOperation({ operationId: 'getOrderScoring', summary: 'Whether an order earns rewards now' })
  @ApiOkResponse({ type: ScoringAnswer })
  @Refuses({ 400: 'invalid_order_id' })
  async one(@Caller() caller: AuthenticatedCaller, @Query() { order_id: orderId }: OrderScoringQuery): Promise<ScoringAnswer> {
    const scoring = await this.scoringAmong([orderId], caller);
    return { scoring: scoring.has(orderId.toLowerCase()) };
  }

  @Post('orders-scoring')
  @HttpCode(200)
  @ApiOperation({ operationId: 'getOrdersScoring', summary: 'Which of up to 500 orders earn rewards now' })
  @ApiBody(ORDERS_SCORING_BODY)
  @ApiOkResponse(SCORING_BY_ORDER)
  @Refuses({ 400: 'invalid_payload', ...WITH_BODY })
  async many(@Caller() caller: AuthenticatedCaller, @Body() ids: OrdersScoringRequest): Promise<ScoringByOrder> {
    const scoring = await this.scoringAmong(ids, caller);
    return Object.fromEntries(ids.map((id) => [id, scoring.has(id.toLowerCase())]));
  }

  private scoringAmong(ids: readonly string[], caller: AuthenticatedCaller): Promise<ReadonlySet<string>> {
    return this.scoring.of(
      ids.flatMap((id) => orderIdOf(id) ?? []),
      this.links.walletsOf(caller.address),
    );
  }
}
