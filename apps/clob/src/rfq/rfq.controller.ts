import { Body, Controller, Delete, Header, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags, type ApiResponseNoStatusOptions } from '@nestjs/swagger';
import {
  CancelRfqQuote,
  CancelRfqRequest,
  CreateRfqQuote,
  CreateRfqRequest,
  RfqApproved,
  RfqQuoteCreated,
  RfqRequestCreated,
  RfqSignedOrder,
  TradingError,
} from '@foretell/contracts';
import { Caller, L2, Needs, type AuthenticatedCaller } from '@foretell/platform-auth';
import type { IncomingMessage } from 'node:http';
import { Geoblock } from '../geoblock/geoblock';
import { FROM_THERE, Refuses, WHEN_WRITING, WITH_BODY } from '../refuses.decorator';
import { RfqExecution } from './rfq-execution.service';
import { RfqService } from './rfq.service';

/** Format of published clients. Source: docs/decisions/rfq.md. */
const OK = JSON.stringify('OK');
const OK_TEXT = { schema: { type: 'string', enum: ['OK'] } } satisfies ApiResponseNoStatusOptions;
const TERMS =
  'unknown_token, invalid_price, price_off_tick, size_too_small, amount_too_large, market_not_accepting, market_closed, market_resolved, user_banned, closed_only';
const ORDER = 'rfq_mismatch, or any code that refuses an order, such as not_enough_balance or invalid_signature';

/** Requests, quotes, accepts, approvals and cancels. */
@ApiTags('rfq')
@L2({ write: true })
@Refuses(WHEN_WRITING)
@Controller('rfq')
export class RfqController {
  constructor(
    private readonly rfq: RfqService,
    private readonly execution: RfqExecution,
    private readonly geoblock: Geoblock,
  ) {}

  @Post('request')
  @HttpCode(200)
  @ApiOperation({ operationId: 'createRfqRequest', summary: 'Requests quotes; open for ten minutes' })
  @ApiOkResponse({ type: RfqRequestCreated })
  @ApiResponse({
    status: 429,
    description: 'Too many open requests: too_many_rfq_requests, with Retry-After',
    type: TradingError,
  })
  @Refuses({ 400: `invalid_payload, rfq_mismatch, ${TERMS}`, ...FROM_THERE, ...WITH_BODY })
  request(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: CreateRfqRequest,
    @Req() request: IncomingMessage,
  ): Promise<RfqRequestCreated> {
    this.geoblock.requireOpen(request);
    return this.rfq.request(caller, body);
  }

  @Needs('cancel')
  @Delete('request')
  @Header('content-type', 'application/json')
  @ApiOperation({ operationId: 'cancelRfqRequest', summary: 'Cancels one of the caller’s requests, before a quote is accepted' })
  @ApiOkResponse(OK_TEXT)
  @Refuses({ 400: 'invalid_payload, rfq_request_over', 404: 'rfq_request_not_found', ...WITH_BODY })
  async cancelRequest(@Caller() caller: AuthenticatedCaller, @Body() { requestId }: CancelRfqRequest): Promise<string> {
    await this.rfq.cancelRequest(caller, requestId);
    return OK;
  }

  @Post('request/accept')
  @HttpCode(200)
  @Header('content-type', 'application/json')
  @ApiOperation({
    operationId: 'acceptRfqQuote',
    summary: 'Accepts a quote with a signed order, whose funds are reserved until it is approved, for ten seconds at most',
  })
  @ApiOkResponse(OK_TEXT)
  @Refuses({
    400: `invalid_payload, rfq_request_over, rfq_quote_over, ${ORDER}`,
    404: 'rfq_quote_not_found',
    ...FROM_THERE,
    ...WITH_BODY,
  })
  async accept(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: RfqSignedOrder,
    @Req() request: IncomingMessage,
  ): Promise<string> {
    this.geoblock.requireOpen(request);
    await this.execution.accept(caller, body);
    return OK;
  }

  @Post('quote')
  @HttpCode(200)
  @ApiOperation({ operationId: 'createRfqQuote', summary: 'Offers a price for a request' })
  @ApiOkResponse({ type: RfqQuoteCreated })
  @ApiResponse({ status: 429, description: 'Too many open quotes: too_many_rfq_quotes, with Retry-After', type: TradingError })
  @Refuses({
    400: `invalid_payload, rfq_request_over, rfq_self_trade, rfq_quote_exists, rfq_mismatch, ${TERMS}`,
    404: 'rfq_request_not_found',
    ...FROM_THERE,
    ...WITH_BODY,
  })
  quote(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: CreateRfqQuote,
    @Req() request: IncomingMessage,
  ): Promise<RfqQuoteCreated> {
    this.geoblock.requireOpen(request);
    return this.rfq.quote(caller, body);
  }

  @Needs('cancel')
  @Delete('quote')
  @Header('content-type', 'application/json')
  @ApiOperation({
    operationId: 'cancelRfqQuote',
    summary: 'Cancels one of the caller’s quotes, also one that is accepted and not approved: the requester’s funds are released',
  })
  @ApiOkResponse(OK_TEXT)
  @Refuses({ 400: 'invalid_payload, rfq_quote_over', 404: 'rfq_quote_not_found', ...WITH_BODY })
  async cancelQuote(@Caller() caller: AuthenticatedCaller, @Body() { quoteId }: CancelRfqQuote): Promise<string> {
    await this.rfq.cancelQuote(caller, quoteId);
    return OK;
  }

  @Post('quote/approve')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'approveRfqQuote',
    summary: 'Approves an accepted quote with a signed order: both orders fill completely against each other, in one commit',
  })
  @ApiOkResponse({ type: RfqApproved })
  @Refuses({
    400: `invalid_payload, rfq_quote_not_accepted, quote_not_waiting, ${ORDER}`,
    404: 'rfq_quote_not_found',
    ...FROM_THERE,
    ...WITH_BODY,
  })
  async approve(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: RfqSignedOrder,
    @Req() request: IncomingMessage,
  ): Promise<RfqApproved> {
    this.geoblock.requireOpen(request);
    return { tradeIds: await this.execution.approve(caller, body) };
  }
}
