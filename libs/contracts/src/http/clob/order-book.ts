import { ApiProperty, type ApiResponseOptions } from '@nestjs/swagger';
import { CONDITION_ID, PRICE, SHARES, TOKEN_ID } from './documented-values';

export class BookLevelRecord {
  @ApiProperty(PRICE)
  readonly price!: string;
  @ApiProperty({ ...SHARES, description: 'Shares on offer at this price' })
  readonly size!: string;
}

/** Levels worst first: the best price is the last element. Source: protocol 0 (10) and 10. */
export class OrderBookSummary {
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty(TOKEN_ID)
  readonly asset_id!: string;
  @ApiProperty({ pattern: '^[0-9]+$', description: 'Unix milliseconds of the last change, as string', example: '1795262400000' })
  readonly timestamp!: string;
  @ApiProperty({
    pattern: '^[0-9a-f]{40}$',
    description: 'SHA-1 of this JSON, compact, in this order of fields, with an empty hash',
    example: '3b1c1f2f8e0d4a5b6c7d8e9f00112233445566aa',
  })
  readonly hash!: string;
  @ApiProperty({ type: [BookLevelRecord], description: 'Worst first: the best bid is the last' })
  readonly bids!: readonly BookLevelRecord[];
  @ApiProperty({ type: [BookLevelRecord], description: 'Worst first: the best ask is the last' })
  readonly asks!: readonly BookLevelRecord[];
  @ApiProperty({ ...SHARES, description: 'Smallest size of an order', example: '5' })
  readonly min_order_size!: string;
  @ApiProperty({ ...PRICE, description: 'Prices are multiples of it', example: '0.01' })
  readonly tick_size!: string;
  @ApiProperty()
  readonly neg_risk!: boolean;
  @ApiProperty({ pattern: '^$|^[01](\\.[0-9]{1,6})?$', description: 'Empty before the first trade', example: '0.42' })
  readonly last_trade_price!: string;
}

export class PriceAnswer {
  @ApiProperty({ ...PRICE, description: 'Best price for a taker of that side: BUY the best ask, SELL the best bid' })
  readonly price!: string;
}

export class MidpointAnswer {
  @ApiProperty({ ...PRICE, description: 'Midpoint of best bid and best ask' })
  readonly mid!: string;
}

export class SpreadAnswer {
  @ApiProperty({ ...PRICE, description: 'Best ask minus best bid', example: '0.02' })
  readonly spread!: string;
}

const LAST_SIDE = {
  enum: ['BUY', 'SELL', ''],
  description: 'The taker’s side, seen from the token; empty before the first trade',
};

/** Before the first trade: 0.5 and no side, as public clients expect. */
export class LastTradeAnswer {
  @ApiProperty(PRICE)
  readonly price!: string;
  @ApiProperty(LAST_SIDE)
  readonly side!: string;
}

/** side: the taker's side of this token. */
export class LastTradeRecord extends LastTradeAnswer {
  @ApiProperty(TOKEN_ID)
  readonly token_id!: string;
}

/** A decimal by token id; leaves out tokens without one. */
export type DecimalsByToken = Readonly<Record<string, string>>;
export const DECIMALS_BY_TOKEN = {
  schema: {
    type: 'object',
    additionalProperties: { type: 'string', pattern: PRICE.pattern },
    example: { [TOKEN_ID.example]: '0.42' },
  },
} satisfies ApiResponseOptions;

/** Prices by token id and side; leaves out sides and tokens without a price. */
export type PricesByToken = Readonly<Record<string, Readonly<Partial<Record<'BUY' | 'SELL', string>>>>>;
const SIDE_PRICE = { type: 'string', pattern: PRICE.pattern };
export const PRICES_BY_TOKEN = {
  schema: {
    type: 'object',
    additionalProperties: { type: 'object', properties: { BUY: SIDE_PRICE, SELL: SIDE_PRICE }, additionalProperties: false },
    example: { [TOKEN_ID.example]: { BUY: '0.43', SELL: '0.41' } },
  },
} satisfies ApiResponseOptions;
