import {
  AccountingRequest,
  DataError,
  DataHealth,
  MarketPositions,
  MarketPositionsRequest,
  WalletPath,
  WalletProfile,
  type MarketPosition,
} from '@foretell/contracts';
import { Limits } from '@foretell/platform-limits';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { Controller, Get, Header, Inject, Param, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { IDS_PER_POSITIONS } from '../limits/limit-table';
import { averagePriceMicros } from '../projections/activity';
import { outcomeMarkMicros, valueMicros } from '../projections/mark';
import { pseudonymOf } from '../profiles/pseudonym';
import { fromMicros } from '../wire/json-numbers';
import { AccountingSnapshot } from './accounting-snapshot';
import { MarketPositionsQuery, type RankedPosition } from './market-positions.query';
import { ProfileQuery } from './profile.query';
import { TokenNames, type TokenNamer } from './token-names.query';

/** Routes of public clients that the interface lacks, in either response format. Source: interface, Data. */
@ApiTags('public format')
@ApiBadRequestResponse({ type: DataError })
@Controller()
export class WalletsController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly profiles: ProfileQuery,
    private readonly ranked: MarketPositionsQuery,
    private readonly tokens: TokenNames,
    private readonly accounting: AccountingSnapshot,
    private readonly limits: Limits,
  ) {}

  @Get(['', 'public'])
  @ApiOperation({ operationId: 'getDataHealth', summary: 'Whether the service responds' })
  @ApiOkResponse({ type: DataHealth })
  health(): DataHealth {
    return { data: 'OK' };
  }

  @Get(['profiles/:address', 'public/profiles/:address'])
  @ApiOperation({ operationId: 'getWalletProfile', summary: 'Profile of a wallet; its pseudonym when it has none' })
  @ApiOkResponse({ type: WalletProfile })
  profile(@Param() { address }: WalletPath): Promise<WalletProfile> {
    return this.profiles.of(address);
  }

  @Get('public/v1/market-positions')
  @Allowlisted()
  @ApiOperation({
    operationId: 'listMarketPositions',
    summary: 'Positions in markets, for each token the largest first',
    description: `A market counts as ${IDS_PER_POSITIONS} of the request limit of markets.`,
  })
  @ApiOkResponse({ type: [MarketPositions] })
  async marketPositions(@Query() query: MarketPositionsRequest, @Req() request: IncomingMessage): Promise<MarketPositions[]> {
    this.limits.admitIds(request, IDS_PER_POSITIONS * query.market.length);
    const rows = await this.ranked.ofMarkets(query.market, query.user, query.status, query);
    const nameOf = await this.tokens.of(query.market);
    const byToken = new Map<string, MarketPosition[]>();
    for (const row of rows) {
      const position = toMarketPosition(row, nameOf);
      const known = byToken.get(position.asset);
      if (known === undefined) byToken.set(position.asset, [position]);
      else known.push(position);
    }
    return [...byToken].map(([token, positions]) => ({ token, positions }));
  }

  @Get('public/v1/accounting/snapshot')
  @Allowlisted()
  @Header('content-type', 'application/zip')
  @ApiOperation({
    operationId: 'getAccountingSnapshot',
    summary: 'Positions of a wallet and their value, as a ZIP of CSV files',
  })
  @ApiOkResponse({ content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } } })
  async snapshot(@Query() { user }: AccountingRequest): Promise<StreamableFile> {
    return new StreamableFile(await this.accounting.of(user, this.clock()), { type: 'application/zip' });
  }
}

function toMarketPosition(row: RankedPosition, nameOf: TokenNamer): MarketPosition {
  const { conditionId, outcome } = row;
  const currentMicros = valueMicros(row.sizeMicros, row.mark0HalfPips, outcome);
  const gainedMicros = currentMicros - row.costMicros;
  const isClosed = row.sizeMicros === 0;
  return {
    proxyWallet: row.address,
    name: row.userName ?? pseudonymOf(row.address),
    profileImage: row.profileImage ?? '',
    verified: false,
    asset: nameOf(conditionId, outcome),
    conditionId,
    avgPrice: fromMicros(
      isClosed ? averagePriceMicros(row.boughtMicros, row.acquiredMicros) : averagePriceMicros(row.costMicros, row.sizeMicros),
    ),
    size: fromMicros(row.sizeMicros),
    currPrice: fromMicros(outcomeMarkMicros(row.mark0HalfPips, outcome)),
    currentValue: fromMicros(currentMicros),
    cashPnl: fromMicros(gainedMicros),
    totalBought: fromMicros(row.acquiredMicros),
    realizedPnl: fromMicros(row.realizedMicros),
    totalPnl: fromMicros(row.realizedMicros + gainedMicros),
    outcome: outcome === 0 ? row.outcome0 : row.outcome1,
    outcomeIndex: outcome,
  };
}
