import { Body, Controller, Delete, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import {
  CANCEL_MARKET_ORDERS_BODY,
  CANCEL_ORDERS_BODY,
  CANCEL_ORDER_BODY,
  CancelMarketOrdersRequest,
  CancelOrderRequest,
  CancelOrdersRequest,
  CancelResult,
  PLACE_ORDERS_BODY,
  PlaceOrderItem,
  PlaceOrderRefusal,
  PlaceOrderResult,
  PlaceOrdersQuery,
  TradingError,
} from '@foretell/contracts';
import {
  Caller,
  Credentials,
  KeyCredentialsVerifier,
  L2,
  Needs,
  type AuthenticatedCaller,
  type CredentialedRequest,
} from '@foretell/platform-auth';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Geoblock } from '../geoblock/geoblock';
import { FROM_THERE, Refuses, WHEN_WRITING, WITH_BODY } from '../refuses.decorator';
import { CancelService } from './cancel.service';
import { builderOf, onlyResult } from './placing';
import { PlacementService } from './placement.service';

/** Placing and cancelling orders. Source: interface, Trading surface. */
@ApiTags('orders')
@L2({ write: true })
@Refuses(WHEN_WRITING)
@Controller()
export class OrdersController {
  constructor(
    private readonly placement: PlacementService,
    private readonly cancels: CancelService,
    private readonly verifier: KeyCredentialsVerifier,
    private readonly geoblock: Geoblock,
  ) {}

  @Post('orders')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'placeOrders',
    summary: 'Places 1 to 15 signed orders; one result each, and a refused one does not affect the others',
  })
  @Credentials.l2WithBuilder()
  @ApiBody(PLACE_ORDERS_BODY)
  @ApiExtraModels(PlaceOrderItem)
  @ApiOkResponse({ type: [PlaceOrderResult] })
  @Refuses({
    400: 'The complete request is refused: invalid_payload, too_many_orders, dry_run_by_path',
    ...FROM_THERE,
    ...WITH_BODY,
  })
  async placeMany(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: unknown,
    @Query() _query: PlaceOrdersQuery,
    @Req() request: IncomingMessage & CredentialedRequest,
  ): Promise<PlaceOrderResult[]> {
    this.geoblock.requireOpen(request);
    return this.placement.place(caller, body, await builderOf(this.verifier, request));
  }

  /** One order: its rejection is a 400 whose body is readable as an error and as a result. Source: protocol 6.1. */
  @Post('order')
  @HttpCode(200)
  @ApiOperation({ operationId: 'placeOrder', summary: 'Places one signed order' })
  @Credentials.l2WithBuilder()
  @ApiBody({ type: PlaceOrderItem })
  @ApiOkResponse({ type: PlaceOrderResult })
  @ApiExtraModels(PlaceOrderRefusal, TradingError)
  @ApiResponse({
    status: 400,
    description: 'The order is refused, with the code of its result; or the request is refused: malformed_json, dry_run_by_path',
    schema: { anyOf: [{ $ref: getSchemaPath(PlaceOrderRefusal) }, { $ref: getSchemaPath(TradingError) }] },
  })
  @Refuses({ ...FROM_THERE, ...WITH_BODY })
  async placeOne(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: unknown,
    @Query() _query: PlaceOrdersQuery,
    @Req() request: IncomingMessage & CredentialedRequest,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<PlaceOrderResult | PlaceOrderRefusal> {
    this.geoblock.requireOpen(request);
    return onlyResult(await this.placement.place(caller, [body], await builderOf(this.verifier, request)), response);
  }

  @Needs('cancel')
  @Delete('order')
  @ApiBody(CANCEL_ORDER_BODY)
  @ApiExtraModels(CancelOrderRequest)
  @ApiOperation({ operationId: 'cancelOrder', summary: 'Cancels one order of the caller' })
  @Refuses({ 400: 'No order id in the body: invalid_order_id, invalid_payload', ...WITH_BODY })
  @ApiOkResponse({ type: CancelResult })
  cancelOne(@Caller() caller: AuthenticatedCaller, @Body() body: CancelOrderRequest): Promise<CancelResult> {
    return this.cancels.cancelOne(caller, body);
  }

  @Needs('cancel')
  @Delete('orders')
  @ApiBody(CANCEL_ORDERS_BODY)
  @ApiOperation({ operationId: 'cancelOrders', summary: 'Cancels up to 1000 orders of the caller' })
  @Refuses({ 400: 'invalid_payload, too_many_orders', ...WITH_BODY })
  @ApiOkResponse({ type: CancelResult })
  cancelMany(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: CancelOrdersRequest,
    @Req() request: IncomingMessage,
  ): Promise<CancelResult> {
    return this.cancels.cancelMany(caller, body, request);
  }

  @Needs('cancel')
  @Delete('cancel-all')
  @ApiOperation({ operationId: 'cancelAllOrders', summary: 'Cancels every order of the caller' })
  @ApiOkResponse({ type: CancelResult })
  cancelAll(@Caller() caller: AuthenticatedCaller): Promise<CancelResult> {
    return this.cancels.cancelAll(caller);
  }

  @Needs('cancel')
  @Delete('cancel-market-orders')
  @ApiBody(CANCEL_MARKET_ORDERS_BODY)
  @ApiExtraModels(CancelMarketOrdersRequest)
  @ApiOperation({ operationId: 'cancelMarketOrders', summary: 'Cancels the caller’s orders of a market, a token, or both' })
  @Refuses({
    400: 'Neither market nor asset_id: invalid_payload; a malformed one: invalid_market, invalid_token_id',
    ...WITH_BODY,
  })
  @ApiOkResponse({ type: CancelResult })
  cancelMarket(@Caller() caller: AuthenticatedCaller, @Body() body: CancelMarketOrdersRequest): Promise<CancelResult> {
    return this.cancels.cancelMarket(caller, body);
  }
}
