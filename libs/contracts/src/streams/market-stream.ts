import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BPS_TEXT, CONDITION_ID, OUTCOME, PRICE, SHARES, SIDE, TOKEN_ID } from '../http/clob/documented-values';
import { OrderBookSummary } from '../http/clob/order-book';
import { LINEAGE, PREVIOUS, SEQUENCE, UNIX_MILLIS_TEXT } from './stream-fields';

const BOOK_HASH = {
  pattern: '^([0-9a-f]{40})?$',
  description: "The book's hash after this commit, as in `book`; empty when nobody had subscribed at the time of the commit",
  example: '3b1c1f2f8e0d4a5b6c7d8e9f00112233445566aa',
};

/**
 * A complete book: the response of GET /book with its position in the stream. It begins a subscription, and replaces the client's
 * state. Books that begin subscriptions come as a list; one that comes with a change of the market's terms has `previous`.
 */
export class BookMessage extends OrderBookSummary {
  @ApiProperty({ enum: ['book'] })
  readonly event_type!: 'book';
  @ApiProperty(SEQUENCE)
  readonly sequence!: number;
  @ApiProperty(LINEAGE)
  readonly lineage!: string;
  @ApiPropertyOptional(PREVIOUS)
  readonly previous?: number;
}

/** A level's new size; "0" when it is gone. */
export class PriceChange {
  @ApiProperty(TOKEN_ID)
  readonly asset_id!: string;
  @ApiProperty(PRICE)
  readonly price!: string;
  @ApiProperty({ ...SHARES, description: 'Shares on offer at this price after the commit; 0 when the level is gone' })
  readonly size!: string;
  @ApiProperty({ ...SIDE, description: 'BUY: a bid, SELL: an ask' })
  readonly side!: 'BUY' | 'SELL';
  @ApiProperty(BOOK_HASH)
  readonly hash!: string;
  @ApiProperty({ ...PRICE, description: 'Best bid after the commit; 0 when there is none' })
  readonly best_bid!: string;
  @ApiProperty({ ...PRICE, description: 'Best ask after the commit; 1 when there is none' })
  readonly best_ask!: string;
}

/** The levels of one token's book that a commit changed. Source: protocol 13. */
export class PriceChangeMessage {
  @ApiProperty({ enum: ['price_change'] })
  readonly event_type!: 'price_change';
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty({ type: [PriceChange] })
  readonly price_changes!: readonly PriceChange[];
  @ApiProperty({ ...UNIX_MILLIS_TEXT, description: "The book's new timestamp, Unix milliseconds as string" })
  readonly timestamp!: string;
  @ApiProperty(SEQUENCE)
  readonly sequence!: number;
  @ApiProperty(LINEAGE)
  readonly lineage!: string;
  @ApiProperty(PREVIOUS)
  readonly previous!: number;
}

/** A trade, from the view of this token. Source: protocol 13. */
export class LastTradePriceMessage {
  @ApiProperty({ enum: ['last_trade_price'] })
  readonly event_type!: 'last_trade_price';
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty(TOKEN_ID)
  readonly asset_id!: string;
  @ApiProperty({ ...PRICE, description: "Price of the trade's last fill" })
  readonly price!: string;
  @ApiProperty({ ...SIDE, description: 'The taker’s side, seen from the token' })
  readonly side!: 'BUY' | 'SELL';
  @ApiProperty({ ...SHARES, description: 'Shares exchanged, over all makers' })
  readonly size!: string;
  @ApiProperty({ ...BPS_TEXT, description: 'Fee rate of the taker in basis points' })
  readonly fee_rate_bps!: string;
  @ApiProperty({ description: 'Id of the settlement', example: `0x${'b2'.repeat(32)}` })
  readonly transaction_hash!: string;
  @ApiProperty(UNIX_MILLIS_TEXT)
  readonly timestamp!: string;
  @ApiProperty(SEQUENCE)
  readonly sequence!: number;
  @ApiProperty(LINEAGE)
  readonly lineage!: string;
  @ApiProperty(PREVIOUS)
  readonly previous!: number;
}

/** Prices of new orders are multiples of a new tick from now on. A `book` with the new terms follows. */
export class TickSizeChangeMessage {
  @ApiProperty({ enum: ['tick_size_change'] })
  readonly event_type!: 'tick_size_change';
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty(TOKEN_ID)
  readonly asset_id!: string;
  @ApiProperty({ ...PRICE, example: '0.01', description: 'Tick size before the change' })
  readonly old_tick_size!: string;
  @ApiProperty({ ...PRICE, example: '0.001', description: 'Tick size from now on' })
  readonly new_tick_size!: string;
  @ApiProperty(UNIX_MILLIS_TEXT)
  readonly timestamp!: string;
  @ApiProperty(SEQUENCE)
  readonly sequence!: number;
  @ApiProperty(LINEAGE)
  readonly lineage!: string;
  @ApiProperty(PREVIOUS)
  readonly previous!: number;
}

/** Custom feature: the best prices of a token moved. */
export class BestBidAskMessage {
  @ApiProperty({ enum: ['best_bid_ask'] })
  readonly event_type!: 'best_bid_ask';
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty(TOKEN_ID)
  readonly asset_id!: string;
  @ApiProperty({ ...PRICE, description: '0 when there is none' })
  readonly best_bid!: string;
  @ApiProperty({ ...PRICE, description: '1 when there is none' })
  readonly best_ask!: string;
  @ApiProperty({ ...PRICE, example: '0.02', description: 'Best ask minus best bid' })
  readonly spread!: string;
  @ApiProperty(UNIX_MILLIS_TEXT)
  readonly timestamp!: string;
  @ApiProperty(SEQUENCE)
  readonly sequence!: number;
  @ApiProperty(LINEAGE)
  readonly lineage!: string;
  @ApiProperty(PREVIOUS)
  readonly previous!: number;
}

/**
 * Market fields of `new_market` and `market_resolved`. They are sent to connections, not to subscriptions, so they have no
 * `previous`.
 */
class DescribedMarket {
  @ApiProperty({ description: 'Id in the catalog; empty when it has none', example: '1042' })
  readonly id!: string;
  @ApiProperty({ example: 'Will it rain tomorrow?' })
  readonly question!: string;
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty({ example: 'will-it-rain-tomorrow' })
  readonly slug!: string;
  @ApiProperty({ description: 'Always empty: the catalog has it' })
  readonly description!: string;
  @ApiProperty({ type: [String], description: 'Token ids', example: [TOKEN_ID.example] })
  readonly assets_ids!: readonly string[];
  @ApiProperty({ type: [String], description: 'Labels of the outcomes, in the order of the tokens', example: ['Yes', 'No'] })
  readonly outcomes!: readonly string[];
  @ApiProperty(UNIX_MILLIS_TEXT)
  readonly timestamp!: string;
  @ApiProperty(SEQUENCE)
  readonly sequence!: number;
  @ApiProperty(LINEAGE)
  readonly lineage!: string;
}

/** Custom feature: a new market has an order book. Sent to every connection that requested custom features. */
export class NewMarketMessage extends DescribedMarket {
  @ApiProperty({ enum: ['new_market'] })
  readonly event_type!: 'new_market';
}

/** Custom feature: a market of a subscribed token is resolved. */
export class MarketResolvedMessage extends DescribedMarket {
  @ApiProperty({ enum: ['market_resolved'] })
  readonly event_type!: 'market_resolved';
  @ApiProperty({ ...TOKEN_ID, pattern: '^[0-9]{0,78}$', description: 'Token that is worth 1; empty when both are worth a half' })
  readonly winning_asset_id!: string;
  @ApiProperty({ ...OUTCOME, description: 'Its label; empty when both are worth a half' })
  readonly winning_outcome!: string;
}

export type MarketStreamMessage =
  | BookMessage
  | PriceChangeMessage
  | LastTradePriceMessage
  | TickSizeChangeMessage
  | BestBidAskMessage
  | NewMarketMessage
  | MarketResolvedMessage;
