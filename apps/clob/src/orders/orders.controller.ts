import { Body, Controller, Delete, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CancelResult, PlaceOrderItem, PlaceOrderResult } from '@foretell/contracts';
import { Caller, KeyCredentialsVerifier, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import type { Request, Response } from 'express';
import { builderCodeOf } from '../requests/builder-code';
import { CancelService } from './cancel.service';
import { PlacementService, type PlaceOptions } from './placement.service';

/** Placing and cancelling orders. Source: interface, Trading surface. */
@ApiTags('orders')
@L2({ write: true })
@Controller()
export class OrdersController {
  constructor(
    private readonly placement: PlacementService,
    private readonly cancels: CancelService,
    private readonly verifier: KeyCredentialsVerifier,
  ) {}

  @Post('orders')
  @HttpCode(200)
  @ApiBody({ type: [PlaceOrderItem] })
  @ApiOkResponse({ type: [PlaceOrderResult] })
  async placeMany(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: unknown,
    @Req() request: Request,
  ): Promise<PlaceOrderResult[]> {
    return this.placement.place(caller, body, await this.options(request));
  }

  /** One order: its refusal is a 400 whose body is readable as an error and as a result. Source: protocol 6.1. */
  @Post('order')
  @HttpCode(200)
  @ApiBody({ type: PlaceOrderItem })
  @ApiOkResponse({ type: PlaceOrderResult })
  async placeOne(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Partial<PlaceOrderResult> & { error?: string }> {
    const [result] = await this.placement.place(caller, [body], await this.options(request));
    if (result?.success !== false) return result ?? {};
    response.status(400);
    return { error: result.errorMsg, ...result };
  }

  @Delete('order')
  @ApiOkResponse({ type: CancelResult })
  cancelOne(@Caller() caller: AuthenticatedCaller, @Body() body: unknown): Promise<CancelResult> {
    return this.cancels.cancelOne(caller, body);
  }

  @Delete('orders')
  @ApiOkResponse({ type: CancelResult })
  cancelMany(@Caller() caller: AuthenticatedCaller, @Body() body: unknown): Promise<CancelResult> {
    return this.cancels.cancelMany(caller, body);
  }

  @Delete('cancel-all')
  @ApiOkResponse({ type: CancelResult })
  cancelAll(@Caller() caller: AuthenticatedCaller): Promise<CancelResult> {
    return this.cancels.cancelAll(caller);
  }

  @Delete('cancel-market-orders')
  @ApiOkResponse({ type: CancelResult })
  cancelMarket(@Caller() caller: AuthenticatedCaller, @Body() body: unknown): Promise<CancelResult> {
    return this.cancels.cancelMarket(caller, body);
  }

  private async options(request: Request): Promise<PlaceOptions> {
    const { dryRun } = request.query;
    if (dryRun !== undefined && dryRun !== 'true' && dryRun !== 'false') {
      throw new HttpFailure(400, 'dryRun must be true or false', 'invalid_query', { field: 'dryRun' });
    }
    const builder = this.verifier.hasBuilderHeaders(request)
      ? (await this.verifier.verifyBuilder(request, { write: true })).address
      : null;
    return { isDryRun: dryRun === 'true', builder: builder === null ? null : builderCodeOf(builder) };
  }
}
