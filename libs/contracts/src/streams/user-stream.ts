import { ApiProperty, OmitType } from '@nestjs/swagger';
import {
  ADDRESS,
  API_KEY,
  CONDITION_ID,
  ORDER_ID,
  ORDER_TYPE,
  OUTCOME,
  PRICE,
  SHARES,
  SIDE,
  TOKEN_ID,
  TRADE_ID,
  UNIX_SECONDS_TEXT,
} from '../http/clob/documented-values';
import { TradeRecord } from '../http/clob/trade';
import { LINEAGE, PREVIOUS, SEQUENCE, UNIX_MILLIS_TEXT } from './stream-fields';

/** The change of an order of the caller's wallets in one commit. Source: protocol 13. */
export class OrderMessage {
  @ApiProperty({ enum: ['order'] })
  readonly event_type!: 'order';
  @ApiProperty({
    enum: ['PLACEMENT', 'UPDATE', 'CANCELLATION'],
    description: 'PLACEMENT: placed; UPDATE: matched, or released from its delay; CANCELLATION: closed without a complete fill',
  })
  readonly type!: 'PLACEMENT' | 'UPDATE' | 'CANCELLATION';
  @ApiProperty(ORDER_ID)
  readonly id!: string;
  @ApiProperty({ ...API_KEY, description: 'API key that placed it' })
  readonly owner!: string;
  @ApiProperty({ ...API_KEY, description: 'The same' })
  readonly order_owner!: string;
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty(TOKEN_ID)
  readonly asset_id!: string;
  @ApiProperty(SIDE)
  readonly side!: 'BUY' | 'SELL';
  @ApiProperty(PRICE)
  readonly price!: string;
  @ApiProperty({ ...SHARES, description: 'Shares ordered' })
  readonly original_size!: string;
  @ApiProperty({ ...SHARES, description: 'Shares matched so far' })
  readonly size_matched!: string;
  @ApiProperty({ ...OUTCOME, description: 'Label of the outcome' })
  readonly outcome!: string;
  @ApiProperty({ type: [String], description: 'Ids of the trades of this commit', example: [TRADE_ID.example] })
  readonly associate_trades!: readonly string[];
  @ApiProperty({ enum: ['LIVE', 'DELAYED', 'MATCHED', 'CANCELED'] })
  readonly status!: 'LIVE' | 'DELAYED' | 'MATCHED' | 'CANCELED';
  @ApiProperty(ORDER_TYPE)
  readonly order_type!: string;
  @ApiProperty(ADDRESS)
  readonly maker_address!: string;
  @ApiProperty(UNIX_SECONDS_TEXT)
  readonly created_at!: string;
  @ApiProperty({ ...UNIX_SECONDS_TEXT, description: 'Unix seconds; 0 without one' })
  readonly expiration!: string;
  @ApiProperty(UNIX_MILLIS_TEXT)
  readonly timestamp!: string;
  @ApiProperty(SEQUENCE)
  readonly sequence!: number;
  @ApiProperty(LINEAGE)
  readonly lineage!: string;
  @ApiProperty(PREVIOUS)
  readonly previous!: number;
}

/** The type is written out: declarations of this package reference no framework. */
const SentTrade: new () => Omit<TradeRecord, 'type' | 'status'> = OmitType(TradeRecord, ['type', 'status'] as const);

/**
 * A trade of the caller's wallets, as in GET /data/trades. It is sent twice, as MATCHED and as CONFIRMED: settlement is
 * immediate, and clients wait for either.
 */
export class TradeMessage extends SentTrade {
  @ApiProperty({ enum: ['trade'] })
  readonly event_type!: 'trade';
  @ApiProperty({ enum: ['TRADE'] })
  readonly type!: 'TRADE';
  @ApiProperty({ enum: ['MATCHED', 'CONFIRMED'] })
  readonly status!: 'MATCHED' | 'CONFIRMED';
  @ApiProperty({ ...API_KEY, description: 'API key of the taker' })
  readonly trade_owner!: string;
  @ApiProperty(UNIX_MILLIS_TEXT)
  readonly timestamp!: string;
  @ApiProperty(SEQUENCE)
  readonly sequence!: number;
  @ApiProperty(LINEAGE)
  readonly lineage!: string;
  @ApiProperty(PREVIOUS)
  readonly previous!: number;
}

export type UserStreamMessage = OrderMessage | TradeMessage;
