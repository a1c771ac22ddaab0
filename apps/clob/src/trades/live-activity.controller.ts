import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ConditionPath, LiveActivityEvent } from '@foretell/contracts';
import { HttpFailure } from '@foretell/platform-server';
import { formatMicros, sizeMicros } from '@foretell/units';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { Refuses } from '../refuses.decorator';
import { averagePrice } from './trade.mapper';
import { TradesQuery, type TradeRow } from './trades.query';

const EVENTS_MAX = 100;
const NOBODY = {
  address: `0x${'0'.repeat(40)}`,
  username: '',
  profile_picture: '',
  optimized_profile_picture: '',
  pseudonym: '',
};

/** A market's trades, public; live-activity/events is its older name. Source: interface, Market data; protocol 10. */
@ApiTags('market data')
@Controller()
export class LiveActivityController {
  constructor(
    private readonly trades: TradesQuery,
    private readonly directory: MarketDirectory,
  ) {}

  @Get(['markets/live-activity/:conditionId', 'live-activity/events/:conditionId'])
  @ApiOperation({ operationId: 'listLiveActivity', summary: 'The newest trades of a market, at most a hundred' })
  @ApiOkResponse({ type: [LiveActivityEvent] })
  @Refuses({ 400: 'Not 0x and 64 hex digits: invalid_market', 404: 'No such market: market_not_found' })
  async list(@Param() { conditionId }: ConditionPath): Promise<LiveActivityEvent[]> {
    const market = this.directory.byCondition(conditionId);
    if (market === undefined) throw new HttpFailure(404, 'market not found', 'market_not_found');
    const rows = await this.trades.page({ wallets: null, conditionId, beforeNumber: 0, limit: EVENTS_MAX });
    return rows.map((row) => liveActivityEvent(row, market));
  }
}

function liveActivityEvent(row: TradeRow, market: MarketEntry): LiveActivityEvent {
  return {
    event_type: 'trade',
    market: {
      condition_id: market.conditionId,
      asset_id: market.tokenIds[row.takerOutcome],
      question: market.question,
      icon: '',
      slug: market.slug,
    },
    user: NOBODY,
    side: row.takerSide,
    size: formatMicros(sizeMicros(row.sizeMicros)),
    fee_rate_bps: String(row.feeRateBps),
    price: averagePrice(row),
    outcome: market.outcomes[row.takerOutcome],
    outcome_index: row.takerOutcome,
    transaction_hash: row.transactionHash,
    timestamp: String(Math.floor(row.matchedAt / 1_000)),
  };
}
