import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { PLACE_ORDERS_BODY, PlaceOrderItem, PlaceOrderRefusal, PlaceOrderResult, TradingError } from '@foretell/contracts';
import {
  Caller,
  Credentials,
  KeyCredentialsVerifier,
  L2,
  type AuthenticatedCaller,
  type CredentialedRequest,
} from '@foretell/platform-auth';
import type { ServerResponse } from 'node:http';
import { Refuses, WHEN_WRITING, WITH_BODY } from '../refuses.decorator';
import { builderOf, onlyResult } from './placing';
import { PlacementService } from './placement.service';

/**
 * What placing would do, without placing. The path selects it, not the query, because the signature covers the path: a captured
 * dry run cannot be forwarded as an order. Source: interface, Matching.
 */
@ApiTags('orders')
@L2({ write: true })
@Refuses(WHEN_WRITING)
@Controller()
export class DryRunController {
  constructor(
    private readonly placement: PlacementService,
    private readonly verifier: KeyCredentialsVerifier,
  ) {}

  @Post('orders/dry-run')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'dryRunOrders',
    summary: 'Checks 1 to 15 signed orders and returns what placing them would do',
  })
  @Credentials.l2WithBuilder()
  @ApiBody(PLACE_ORDERS_BODY)
  @ApiExtraModels(PlaceOrderItem)
  @ApiOkResponse({ type: [PlaceOrderResult] })
  @Refuses({ 400: 'The complete request is refused: invalid_payload, too_many_orders', ...WITH_BODY })
  async many(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: unknown,
    @Req() request: CredentialedRequest,
  ): Promise<PlaceOrderResult[]> {
    return this.placement.rehearse(caller, body, await builderOf(this.verifier, request));
  }

  @Post('order/dry-run')
  @HttpCode(200)
  @ApiOperation({ operationId: 'dryRunOrder', summary: 'Checks one signed order and returns what placing it would do' })
  @Credentials.l2WithBuilder()
  @ApiBody({ type: PlaceOrderItem })
  @ApiOkResponse({ type: PlaceOrderResult })
  @ApiExtraModels(PlaceOrderRefusal, TradingError)
  @ApiResponse({
    status: 400,
    description: 'The order would be refused, with the code of its result; or the request is refused: malformed_json',
    schema: { anyOf: [{ $ref: getSchemaPath(PlaceOrderRefusal) }, { $ref: getSchemaPath(TradingError) }] },
  })
  @Refuses(WITH_BODY)
  async one(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: unknown,
    @Req() request: CredentialedRequest,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<PlaceOrderResult | PlaceOrderRefusal> {
    return onlyResult(await this.placement.rehearse(caller, [body], await builderOf(this.verifier, request)), response);
  }
}
