import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PositionRequest, PositionResult } from '@foretell/contracts';
import { Caller, L2, signedRequestId, type AuthenticatedCaller } from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import { formatMicros, parseSizeDecimal, usdcMicros } from '@foretell/units';
import type { IncomingMessage } from 'node:http';
import { barredText } from '../engine/barred';
import { EngineService } from '../engine/engine.service';
import { Geoblock } from '../geoblock/geoblock';
import { BalancesQuery } from '../ledger/balances.query';
import { WalletLinks } from '../ledger/wallet-links';
import { publicDetails } from '../orders/order-refusal';
import { FROM_THERE, Refuses, WHEN_WRITING, WITH_BODY } from '../refuses.decorator';

const REFUSED =
  'invalid_payload, wallet_mismatch, invalid_amount, not_enough_balance, market_resolved, reference_taken, user_banned, closed_only';

/** 1 USDC into 1 share of each outcome, and back. Source: interface, Funds. */
@ApiTags('positions')
@L2({ write: true })
@Controller('positions')
export class PositionsController {
  constructor(
    private readonly engine: EngineService,
    private readonly links: WalletLinks,
    private readonly balances: BalancesQuery,
    private readonly geoblock: Geoblock,
  ) {}

  @Post('split')
  @HttpCode(200)
  @ApiOperation({ operationId: 'splitPosition', summary: 'Turns USDC into the same number of shares of each outcome' })
  @ApiOkResponse({ type: PositionResult })
  @Refuses({ 400: REFUSED, 404: 'No such market: unknown_market', ...FROM_THERE, ...WHEN_WRITING, ...WITH_BODY })
  @ApiBody({ type: PositionRequest })
  async split(
    @Caller() caller: AuthenticatedCaller,
    @Body() request: PositionRequest,
    @Req() asked: IncomingMessage,
  ): Promise<PositionResult> {
    this.geoblock.requireOpen(asked);
    return this.change('splitPosition', caller, request);
  }

  @Post('merge')
  @HttpCode(200)
  @ApiOperation({ operationId: 'mergePosition', summary: 'Turns shares of each outcome, the same number of each, into USDC' })
  @ApiOkResponse({ type: PositionResult })
  @Refuses({ 400: REFUSED, 404: 'No such market: unknown_market', ...WHEN_WRITING, ...WITH_BODY })
  @ApiBody({ type: PositionRequest })
  merge(@Caller() caller: AuthenticatedCaller, @Body() request: PositionRequest): Promise<PositionResult> {
    return this.change('mergePosition', caller, request);
  }

  /** A reference names one movement permanently: another amount under it is an error, not a repetition. */
  private async requireSame(reference: string, sizeMicros: number): Promise<void> {
    const held = await this.balances.entry(reference);
    if (held === undefined || held.amountMicros === sizeMicros) return;
    const amount = formatMicros(usdcMicros(held.amountMicros));
    throw new HttpFailure(400, `the reference was used for a movement of ${amount}; use another`, 'reference_taken', { amount });
  }

  private async change(
    type: 'splitPosition' | 'mergePosition',
    caller: AuthenticatedCaller,
    request: PositionRequest,
  ): Promise<PositionResult> {
    const { conditionId, amount } = request;
    const wallet = (request.wallet ?? caller.address).toLowerCase();
    if (!this.links.walletsOf(caller.address).some((own) => own === wallet)) {
      throw new HttpFailure(400, 'the wallet is neither the API KEY address nor linked to it', 'wallet_mismatch', { wallet });
    }
    const size = parseSizeDecimal(amount);
    if (!size.ok || size.value === 0)
      throw new HttpFailure(400, 'Invalid payload: amount must be shares above 0, such as "12.5"', 'invalid_amount');
    const command = { type, wallet, conditionId: conditionId.toLowerCase(), sizeMicros: size.value };
    // A caller's own reference has no colon. Without a reference, the signed request identifies the movement, so resending it is
    // a repetition.
    const name = request.reference ?? `signed:${signedRequestId(caller)}`;
    const reference = `${type}:${wallet}:${command.conditionId}:${name}`;
    const settled = await this.engine.submit({ command, from: caller.network, attachment: { kind: 'ledger', reference } });
    if (settled.type === 'known') await this.requireSame(settled.id, size.value);
    if (settled.type === 'done' || settled.type === 'known')
      return { success: true, conditionId: command.conditionId, amount: formatMicros(size.value), wallet };
    if (settled.type === 'barred') throw new HttpFailure(400, barredText(settled), settled.reason, settled.details);
    if (settled.type !== 'rejected') throw new Error(`${type} settled as ${settled.type}`);
    if (settled.reason === 'unknown_market') throw new HttpFailure(404, 'market not found', settled.reason);
    throw new HttpFailure(
      400,
      settled.reason === 'not_enough_balance' ? 'not enough balance / allowance' : settled.reason.replaceAll('_', ' '),
      settled.reason,
      publicDetails(settled.details),
    );
  }
}
