import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { BalanceAllowance, BalanceAllowanceQuery } from '@foretell/contracts';
import { AUTH_CONFIG, Caller, L2, type AuthConfig, type AuthenticatedCaller } from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import { MarketDirectory } from '../market-directory/market-directory';
import type { Asset } from '@foretell/exchange';
import { EngineService } from '../engine/engine.service';
import { WalletLinks } from '../ledger/wallet-links';
import { Refuses } from '../refuses.decorator';

/** The ledger is internal, so an order needs no allowance; clients see an unlimited one. */
const UNLIMITED = (2n ** 256n - 1n).toString();

/** The caller's balance, and the free part of it. Source: protocol 12, /balance-allowance; interface, Published clients. */
@ApiTags('ledger')
@L2({ write: false })
@Controller('balance-allowance')
export class BalanceAllowanceController {
  constructor(
    @Inject(AUTH_CONFIG) private readonly auth: AuthConfig,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
    private readonly engine: EngineService,
  ) {}

  /** `update` requests a new read of the chain. Here the ledger is authoritative, so both return the same. */
  @Get(['', 'update'])
  @ApiOperation({
    operationId: 'getBalanceAllowance',
    summary: 'The caller’s balance of USDC or of a token, and its available part',
  })
  @ApiOkResponse({ type: BalanceAllowance })
  @Refuses({ 400: 'invalid_asset_type, invalid_token_id' })
  async of(@Caller() caller: AuthenticatedCaller, @Query() query: BalanceAllowanceQuery): Promise<BalanceAllowance> {
    const { asset_type: type, token_id: tokenId, signature_type: signatureType } = query;
    const wallet = this.links.tradingWalletOf(caller.address, signatureType);
    const asset = type === 'COLLATERAL' ? null : this.tokenOf(tokenId);
    const held = await this.engine.balance(wallet, asset);
    const { exchange, negRiskExchange } = this.auth.signatureRules.v2;
    return {
      // Market makers subtract their open orders from the balance themselves.
      balance: String(held.availableMicros + held.lockedMicros),
      available: String(held.availableMicros),
      locked: String(held.lockedMicros),
      allowance: UNLIMITED,
      allowances: { [exchange]: UNLIMITED, [negRiskExchange]: UNLIMITED },
    };
  }

  private tokenOf(tokenId: string | undefined): Asset {
    const token = tokenId === undefined ? undefined : this.directory.byToken(tokenId);
    if (token === undefined)
      throw new HttpFailure(400, 'Invalid token id', 'invalid_token_id', { expected: 'token_id of a market' });
    return { conditionId: token.entry.conditionId, outcome: token.outcome };
  }
}
