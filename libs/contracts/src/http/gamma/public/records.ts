import { ApiProperty } from '@nestjs/swagger';
import { MarketIdentity } from '../catalog-market-fields';
import { CatalogSeriesFields } from '../catalog-series-fields';
import { SearchPagination } from '../catalog-resources';
import { CatalogTag, SearchTag, type CatalogInstant } from '../catalog-tag';
import { EmbeddedEvent } from '../catalog-event';
import { CarriesSource, EVENT_SOURCE, MARKET_SOURCE, SERIES_SOURCE, TAG_SOURCE } from './source-fields';

/** Records in the public response format: the fields below, and all other fields of the source's row. */

@CarriesSource(TAG_SOURCE)
export class PublicTag extends CatalogTag {}

@CarriesSource(SERIES_SOURCE)
export class PublicSeriesFields extends CatalogSeriesFields {}

export class PublicReward {
  @ApiProperty({ description: 'The id of its market when the source gives none.' }) id: string = '';
  @ApiProperty() conditionId: string = '';
  @ApiProperty({ description: 'Contract of the asset that is paid.' }) assetAddress: string = '';
  @ApiProperty({ description: 'Paid a day, in units of the asset.' }) rewardsDailyRate: number = 0;
  @ApiProperty({ description: 'Total amount; 0 when the source gives none.' }) rewardsAmount: number = 0;
  @ApiProperty({ description: "A day; when the source gives none, the market's first day, else 1970-01-01." }) startDate: string =
    '';
  @ApiProperty({ description: 'A day; 2500-12-31 stands for no end.' }) endDate: string = '';
}

/** fee = shares x rate x (price x (1 - price)) ^ exponent. */
export class PublicFeeSchedule {
  @ApiProperty({ minimum: 0, maximum: 1 }) rate: number = 0;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 4 }) exponent: number = 1;
  @ApiProperty({ description: 'Always true: makers pay nothing.' }) takerOnly: boolean = true;
  @ApiProperty({ description: 'Part of its fees that the source pays back to makers.' }) rebateRate: number = 0;
}

/**
 * A market without its events. Prices are of outcome 0, in USDC a share. Computed figures come from trades on this exchange;
 * before its first trade the market has the figures of the source's row.
 */
@CarriesSource(MARKET_SOURCE)
export class PublicMarketFields extends MarketIdentity {
  @ApiProperty({ type: String, required: false, description: 'Absent without one.' }) questionID?: string | undefined;

  @ApiProperty({ description: 'A JSON array of prices, in the order of the outcomes.', example: '["0.515", "0.485"]' })
  outcomePrices: string = '';

  @ApiProperty({ description: 'USDC traded, as a decimal.' }) volume: string = '0';
  @ApiProperty({ description: 'USDC traded.' }) volumeNum: number = 0;
  @ApiProperty({ description: 'USDC traded in the last 24 hours.' }) volume24hr: number = 0;
  @ApiProperty({ description: 'USDC traded in the last 7 days.' }) volume1wk: number = 0;
  @ApiProperty({ description: 'USDC traded in the last 30 days.' }) volume1mo: number = 0;
  @ApiProperty({ description: 'USDC traded in the last 365 days.' }) volume1yr: number = 0;
  @ApiProperty({ description: 'USDC, as a decimal, from the source.' }) liquidity: string = '0';
  @ApiProperty({ description: 'USDC, from the source.' }) liquidityNum: number = 0;
  @ApiProperty({ type: Number, required: false, description: 'Absent without a bid.' }) bestBid?: number | undefined;
  @ApiProperty({ description: '1 without an ask.' }) bestAsk: number = 1;
  @ApiProperty({ description: '1 without a bid or an ask.' }) spread: number = 1;
  @ApiProperty({ type: Number, required: false, description: 'Absent before the first trade.' }) lastTradePrice?:
    number | undefined;
  @ApiProperty() marketMakerAddress: string = '';
  @ApiProperty() acceptingOrders: boolean = false;
  @ApiProperty() enableOrderBook: boolean = false;
  @ApiProperty() negRisk: boolean = false;
  @ApiProperty({ type: String, required: false, description: 'Absent without one.' }) negRiskMarketID?: string | undefined;
  @ApiProperty({ type: String, required: false, description: 'Absent without one.' }) negRiskRequestID?: string | undefined;
  @ApiProperty() orderPriceMinTickSize: number = 0;
  @ApiProperty({ description: 'Shares.' }) orderMinSize: number = 0;
  @ApiProperty({ type: 'integer', description: 'Seconds for which a marketable order is delayed.' }) secondsDelay: number = 0;
  @ApiProperty() feesEnabled: boolean = false;
  @ApiProperty({ type: PublicFeeSchedule, required: false, description: 'What takers pay; absent without a fee.' })
  feeSchedule?: PublicFeeSchedule | undefined;
  @ApiProperty({ description: 'For old clients: 1000 on a market with fees. The fee itself is in feeSchedule.' })
  takerBaseFee: number = 0;
  @ApiProperty() makerBaseFee: number = 0;
  @ApiProperty({ description: 'Shares.' }) rewardsMinSize: number = 0;
  @ApiProperty({ description: 'Cents.' }) rewardsMaxSpread: number = 0;
  @ApiProperty({ type: [PublicReward] }) clobRewards: PublicReward[] = [];
  @ApiProperty({ required: false, description: 'The day of startDate.' }) startDateIso?: string;
  @ApiProperty({ required: false, description: 'The day of endDate.' }) endDateIso?: string;
}

/**
 * An event without its markets. Its volumes are sums over its markets; until one of them has traded here it has the volumes of
 * the source's row.
 */
@CarriesSource(EVENT_SOURCE)
export class PublicEventFields extends EmbeddedEvent {
  @ApiProperty({ description: 'USDC traded.' }) volume: number = 0;
  @ApiProperty({ description: 'USDC traded in the last 24 hours.' }) volume24hr: number = 0;
  @ApiProperty({ description: 'USDC traded in the last 7 days.' }) volume1wk: number = 0;
  @ApiProperty({ description: 'USDC traded in the last 30 days.' }) volume1mo: number = 0;
  @ApiProperty({ description: 'USDC traded in the last 365 days.' }) volume1yr: number = 0;
  @ApiProperty({ description: 'USDC, from the source.' }) liquidity: number = 0;
  @ApiProperty({ type: 'object', additionalProperties: true }) eventMetadata: Record<string, unknown> = {};
}

/** An event inside a market: with its series, without tags and markets. */
export class PublicMarketEvent extends PublicEventFields {
  @ApiProperty({ type: [PublicSeriesFields], required: false, description: 'Absent when the event belongs to none.' })
  series?: PublicSeriesFields[];
}

/** GET /public/events and its single forms: with its complete markets, in the order of the source. */
export class PublicEvent extends PublicMarketEvent {
  @ApiProperty({ type: [PublicMarketFields] }) markets: PublicMarketFields[] = [];
  @ApiProperty({ type: [PublicTag] }) tags: PublicTag[] = [];
}

/** GET /public/markets and its single forms. */
export class PublicMarket extends PublicMarketFields {
  @ApiProperty({ type: [PublicMarketEvent] }) events: PublicMarketEvent[] = [];
  @ApiProperty({ type: [PublicTag], required: false, description: 'Only with include_tag.' }) tags?: PublicTag[];
}

/** GET /public/series. */
export class PublicSeries extends PublicSeriesFields {
  @ApiProperty({ type: [PublicEventFields], description: 'The newest events of the series, newest first.' })
  events: PublicEventFields[] = [];
}

/** GET /public/events/keyset. */
export class PublicEventPage {
  @ApiProperty({ type: [PublicEvent] }) events: PublicEvent[] = [];
  @ApiProperty({ required: false, description: 'Cursor of the next page; absent on the last.' }) next_cursor?: string;
}

/** GET /public/events/pagination. */
export class PublicEventPagination {
  @ApiProperty({ type: [PublicEvent] }) data: PublicEvent[] = [];
  @ApiProperty({ type: SearchPagination }) pagination: SearchPagination = new SearchPagination();
}

/** GET /public/markets/keyset. */
export class PublicMarketPage {
  @ApiProperty({ type: [PublicMarket] }) markets: PublicMarket[] = [];
  @ApiProperty({ required: false, description: 'Cursor of the next page; absent on the last.' }) next_cursor?: string;
}

/** A tag that shares events with another. */
export class RelatedTag {
  @ApiProperty({ example: '100215-126' }) id: string = '';
  @ApiProperty({ type: 'integer' }) tagID: number = 0;
  @ApiProperty({ type: 'integer' }) relatedTagID: number = 0;
  @ApiProperty({ type: 'integer', description: '1 shares the most events.' }) rank: number = 0;
}

export class PublicTeam {
  @ApiProperty({ type: 'integer' }) id: number = 0;
  @ApiProperty() name: string = '';
  @ApiProperty() league: string = '';
  @ApiProperty() record: string = '';
  @ApiProperty() logo: string = '';
  @ApiProperty() abbreviation: string = '';
  @ApiProperty() alias: string = '';
  @ApiProperty() color: string = '';
}

/** A kind of sport: a series whose events are games. */
export class PublicSport {
  @ApiProperty({ type: 'integer', description: 'Id of the series.' }) id: number = 0;
  @ApiProperty({ example: 'nfl' }) sport: string = '';
  @ApiProperty() image: string = '';
  @ApiProperty({ description: 'Resolution source of its newest game.' }) resolution: string = '';
  @ApiProperty({ example: 'home' }) ordering: string = '';
  @ApiProperty({ description: 'Ids of the tags of its newest game, separated by commas.', example: '1,450' }) tags: string = '';
  @ApiProperty({ description: 'Id of the series.' }) series: string = '';
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) createdAt: CatalogInstant = null;
}

export class SportsMarketTypes {
  @ApiProperty({ type: [String], example: ['moneyline', 'totals'] }) marketTypes: string[] = [];
}

export class PublicProfileUser {
  @ApiProperty({ description: 'The wallet.' }) id: string = '';
  @ApiProperty() creator: boolean = false;
  @ApiProperty() mod: boolean = false;
}

/** The catalog's view of a wallet: the catalog has no profiles, so names are empty. */
export class PublicProfile {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it first traded here; null when it never did',
  })
  createdAt: CatalogInstant = null;
  @ApiProperty() proxyWallet: string = '';
  @ApiProperty() profileImage: string = '';
  @ApiProperty() displayUsernamePublic: boolean = false;
  @ApiProperty() bio: string = '';
  @ApiProperty() pseudonym: string = '';
  @ApiProperty() name: string = '';
  @ApiProperty({ type: [PublicProfileUser] }) users: PublicProfileUser[] = [];
  @ApiProperty({ type: String, nullable: true }) xUsername: string | null = null;
  @ApiProperty() verifiedBadge: boolean = false;
}

/** GET /public/public-search. */
export class PublicSearchResult {
  @ApiProperty({ type: [PublicEvent] }) events: PublicEvent[] = [];
  @ApiProperty({ type: [SearchTag] }) tags: SearchTag[] = [];
  @ApiProperty({ type: [PublicProfile], description: 'Always empty: profiles are not searched.' }) profiles: PublicProfile[] = [];
  @ApiProperty({ type: SearchPagination }) pagination: SearchPagination = new SearchPagination();
}
