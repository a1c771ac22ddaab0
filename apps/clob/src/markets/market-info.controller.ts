import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CompactMarket,
  ConditionPath,
  FeeRateAnswer,
  MarketOfToken,
  NegRiskAnswer,
  TickSizeAnswer,
  TokenPath,
  TokenQuery,
} from '@foretell/contracts';
import { HttpFailure } from '@foretell/platform-server';
import { microsToNumber, pipsToNumber, tickPips } from '@foretell/units';
import { EngineService } from '../engine/engine.service';
import { MarketDirectory, type MarketEntry, type TokenRef } from '../market-directory/market-directory';
import { Refuses, WHILE_STARTING } from '../refuses.decorator';
import { baseFee, feeCurve } from './fee-schedule.mapper';
import { rewardsRecord } from './market-record.mapper';
import { MarketRecords } from './market-records';

/** Single values of a market that public clients request before they sign an order. Source: protocol 10. */
@ApiTags('markets')
@Refuses(WHILE_STARTING)
@Controller()
export class MarketInfoController {
  constructor(
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly records: MarketRecords,
  ) {}

  @Get('tick-size')
  @ApiOperation({ operationId: 'getTickSize', summary: 'Tick size of a token’s market' })
  @ApiOkResponse({ type: TickSizeAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No market has that token: market_not_found' })
  tickOfQuery(@Query() query: TokenQuery): TickSizeAnswer {
    return this.tick(query.token_id);
  }

  @Get('tick-size/:tokenId')
  @ApiOperation({ operationId: 'getTickSizeOfToken', summary: 'Tick size of a token’s market' })
  @ApiOkResponse({ type: TickSizeAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No market has that token: market_not_found' })
  tickOfPath(@Param() { tokenId }: TokenPath): TickSizeAnswer {
    return this.tick(tokenId);
  }

  @Get('neg-risk')
  @ApiOperation({ operationId: 'getNegRisk', summary: 'Whether a token’s market is neg-risk' })
  @ApiOkResponse({ type: NegRiskAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No market has that token: market_not_found' })
  negRiskOfQuery(@Query() query: TokenQuery): NegRiskAnswer {
    return { neg_risk: this.token(query.token_id, 'market not found').entry.negRisk };
  }

  @Get('neg-risk/:tokenId')
  @ApiOperation({ operationId: 'getNegRiskOfToken', summary: 'Whether a token’s market is neg-risk' })
  @ApiOkResponse({ type: NegRiskAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No market has that token: market_not_found' })
  negRiskOfPath(@Param() { tokenId }: TokenPath): NegRiskAnswer {
    return { neg_risk: this.token(tokenId, 'market not found').entry.negRisk };
  }

  @Get('fee-rate')
  @ApiOperation({ operationId: 'getFeeRate', summary: 'Whether takers pay a fee in a token’s market' })
  @ApiOkResponse({ type: FeeRateAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No market has that token: market_not_found' })
  feeOfQuery(@Query() query: TokenQuery): FeeRateAnswer {
    return this.fee(query.token_id);
  }

  @Get('fee-rate/:tokenId')
  @ApiOperation({ operationId: 'getFeeRateOfToken', summary: 'Whether takers pay a fee in a token’s market' })
  @ApiOkResponse({ type: FeeRateAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No market has that token: market_not_found' })
  feeOfPath(@Param() { tokenId }: TokenPath): FeeRateAnswer {
    return this.fee(tokenId);
  }

  @Get('markets-by-token/:tokenId')
  @ApiOperation({ operationId: 'getMarketOfToken', summary: 'The market of a token' })
  @ApiOkResponse({ type: MarketOfToken })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No market has that token: market_not_found' })
  byToken(@Param() { tokenId }: TokenPath): MarketOfToken {
    const { entry } = this.token(tokenId, 'market not found');
    return { condition_id: entry.conditionId, primary_token_id: entry.tokenIds[0], secondary_token_id: entry.tokenIds[1] };
  }

  /** The compact record from which public clients take tick, fee and neg-risk. */
  @Get('clob-markets/:conditionId')
  @ApiOperation({ operationId: 'getCompactMarket', summary: 'What a client needs of a market to sign an order' })
  @ApiOkResponse({ type: CompactMarket })
  @Refuses({ 400: 'Not 0x and 64 hex digits: invalid_market', 404: 'No such market: market_not_found' })
  async compact(@Param() { conditionId }: ConditionPath): Promise<CompactMarket> {
    const entry = this.condition(conditionId);
    const [listed] = await this.records.listed([entry.conditionId]);
    if (listed === undefined) throw new HttpFailure(404, 'market not found', 'market_not_found');
    const { market, tokenIds, outcomes } = entry;
    return {
      c: entry.conditionId,
      t: [
        { t: tokenIds[0], o: outcomes[0] },
        { t: tokenIds[1], o: outcomes[1] },
      ],
      mts: pipsToNumber(tickPips(market.tickPips)),
      mos: microsToNumber(market.minimumSizeMicros),
      nr: entry.negRisk,
      mbf: 0,
      tbf: baseFee(market),
      fd: feeCurve(market),
      r: rewardsRecord(listed),
      rfqe: true,
      ibce: false,
      oas: 0,
      gst: listed.gameStartTime,
    };
  }

  private tick(tokenId: string): TickSizeAnswer {
    const { market } = this.token(tokenId, 'market not found').entry;
    return { minimum_tick_size: pipsToNumber(tickPips(market.tickPips)) };
  }

  private fee(tokenId: string): FeeRateAnswer {
    return { base_fee: baseFee(this.token(tokenId, 'fee rate not found for market').entry.market) };
  }

  private token(tokenId: string, absent: string): TokenRef {
    this.engine.requireViews();
    const token = this.directory.byToken(tokenId);
    if (token === undefined) throw new HttpFailure(404, absent, 'market_not_found');
    return token;
  }

  private condition(conditionId: string): MarketEntry {
    this.engine.requireViews();
    const entry = this.directory.byCondition(conditionId);
    if (entry === undefined) throw new HttpFailure(404, 'market not found', 'market_not_found');
    return entry;
  }
}
