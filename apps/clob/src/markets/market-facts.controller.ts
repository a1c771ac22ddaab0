import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HttpFailure } from '@foretell/platform-server';
import { microsToNumber, pipsToNumber, tickPips } from '@foretell/units';
import { EngineService } from '../engine/engine.service';
import { MarketDirectory, type MarketEntry, type TokenRef } from '../market-directory/market-directory';
import { MarketRecordsQuery } from './market-record.query';
import { rewardsRecord } from './market-record.mapper';

type Fields = Readonly<Record<string, unknown>>;

/** Single facts of a market that public clients ask for before they sign an order. Source: protocol 10. */
@ApiTags('markets')
@Controller()
export class MarketFactsController {
  constructor(
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly records: MarketRecordsQuery,
  ) {}

  @Get('tick-size')
  tickOfQuery(@Query() query: Fields): { minimum_tick_size: number } {
    return this.tick(query['token_id']);
  }

  @Get('tick-size/:tokenId')
  tickOfPath(@Param('tokenId') tokenId: string): { minimum_tick_size: number } {
    return this.tick(tokenId);
  }

  @Get('neg-risk')
  negRiskOfQuery(@Query() query: Fields): { neg_risk: boolean } {
    return { neg_risk: this.token(query['token_id'], 'market not found').entry.negRisk };
  }

  @Get('neg-risk/:tokenId')
  negRiskOfPath(@Param('tokenId') tokenId: string): { neg_risk: boolean } {
    return { neg_risk: this.token(tokenId, 'market not found').entry.negRisk };
  }

  @Get('fee-rate')
  feeOfQuery(@Query() query: Fields): { base_fee: number } {
    return this.fee(query['token_id']);
  }

  @Get('fee-rate/:tokenId')
  feeOfPath(@Param('tokenId') tokenId: string): { base_fee: number } {
    return this.fee(tokenId);
  }

  @Get('markets-by-token/:tokenId')
  byToken(@Param('tokenId') tokenId: string): Record<string, string> {
    const { entry } = this.token(tokenId, 'market not found');
    return { condition_id: entry.conditionId, primary_token_id: entry.tokenIds[0], secondary_token_id: entry.tokenIds[1] };
  }

  /** The compact record from which public clients take tick, fee and neg-risk. */
  @Get('clob-markets/:conditionId')
  async compact(@Param('conditionId') given: string): Promise<Record<string, unknown>> {
    const entry = this.condition(given);
    const listed = await this.records.one(entry.conditionId);
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
      tbf: market.takerFeeBps,
      // Rate, exponent of the curve, and that only takers pay.
      fd: { r: market.takerFeeBps / 10_000, e: 1, to: true },
      r: rewardsRecord(listed),
      rfqe: false,
      ibce: false,
      oas: 0,
      gst: listed.gameStartTime,
    };
  }

  private tick(tokenId: unknown): { minimum_tick_size: number } {
    const { market } = this.token(tokenId, 'market not found').entry;
    return { minimum_tick_size: pipsToNumber(tickPips(market.tickPips)) };
  }

  private fee(tokenId: unknown): { base_fee: number } {
    return { base_fee: this.token(tokenId, 'fee rate not found for market').entry.market.takerFeeBps };
  }

  private token(tokenId: unknown, absent: string): TokenRef {
    this.engine.requireViews();
    if (typeof tokenId !== 'string' || !/^[0-9]{1,78}$/.test(tokenId))
      throw new HttpFailure(400, 'Invalid token id', 'invalid_token_id');
    const token = this.directory.byToken(tokenId);
    if (token === undefined) throw new HttpFailure(404, absent, 'market_not_found');
    return token;
  }

  private condition(given: string): MarketEntry {
    this.engine.requireViews();
    const conditionId = given.toLowerCase();
    if (!/^0x[0-9a-f]{64}$/.test(conditionId))
      throw new HttpFailure(400, 'Invalid market', 'invalid_market', { expected: '0x and 64 hex digits' });
    const entry = this.directory.byCondition(conditionId);
    if (entry === undefined) throw new HttpFailure(404, 'market not found', 'market_not_found');
    return entry;
  }
}
