import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ADDRESS,
  BPS_TEXT,
  CONDITION_ID,
  ORDER_ID,
  OUTCOME,
  OWNER,
  PRICE,
  SHARES,
  SIDE,
  TOKEN_ID,
  TRADE_ID,
} from './documented-values';
import { pageOf } from './page';

const FORMAT_TIME = {
  oneOf: [
    { type: 'string', format: 'date-time', example: '2026-11-21T12:00:00.000Z' },
    { type: 'string', pattern: '^[0-9]+$', example: '1795262400' },
  ],
  description: 'ISO 8601; with the POLY_ prefix Unix seconds as a string',
};
const SETTLEMENT = {
  description: 'Id of the settlement',
  example: '0xb23bcef0f986361985fb2351f4b9f734582c8d1031d73e2de0441a65720753c1',
};
const CALLERS_PART = {
  enum: ['TAKER', 'MAKER'],
  description: 'The caller’s part in the trade',
};

/** One maker's part of a trade. It may be an order of the other outcome: then its own token, side and price are here. */
export class MakerOrderRecord {
  @ApiProperty(ORDER_ID)
  readonly order_id!: string;
  @ApiProperty({ ...ADDRESS, description: 'Wallet whose funds the maker order used' })
  readonly maker_address!: string;
  @ApiProperty({ ...OWNER, description: `Who placed the maker order. ${OWNER.description}` })
  readonly owner!: string;
  @ApiProperty({ ...SHARES, description: 'Shares of this maker order that were filled' })
  readonly matched_amount!: string;
  @ApiProperty({ ...BPS_TEXT, description: 'Makers pay no fee' })
  readonly fee_rate_bps!: string;
  @ApiProperty(PRICE)
  readonly price!: string;
  @ApiProperty(TOKEN_ID)
  readonly asset_id!: string;
  @ApiProperty(OUTCOME)
  readonly outcome!: string;
  @ApiProperty(SIDE)
  readonly side!: string;
}

/** One execution of a taker order with all its makers. Source: interface, Trade record. */
export class TradeRecord {
  @ApiProperty(TRADE_ID)
  readonly id!: string;
  @ApiProperty({ ...ORDER_ID, description: 'The taker’s order' })
  readonly taker_order_id!: string;
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty(TOKEN_ID)
  readonly asset_id!: string;
  @ApiProperty({ ...SIDE, description: 'The taker’s side' })
  readonly side!: string;
  @ApiProperty({ ...SHARES, description: 'Shares exchanged, over all makers' })
  readonly size!: string;
  @ApiProperty({ ...BPS_TEXT, description: 'Fee rate of the taker in basis points, decimal string' })
  readonly fee_rate_bps!: string;
  @ApiProperty({
    ...PRICE,
    description: 'Average over the makers, to the nearest millionth; each maker’s own stands in maker_orders',
  })
  readonly price!: string;
  @ApiProperty({ enum: ['CONFIRMED'], description: 'A trade that can be read is final' })
  readonly status!: string;
  @ApiProperty(FORMAT_TIME)
  readonly match_time!: string;
  @ApiProperty(FORMAT_TIME)
  readonly last_update!: string;
  @ApiProperty(OUTCOME)
  readonly outcome!: string;
  @ApiProperty({ ...ADDRESS, description: 'Wallet whose funds the taker order used' })
  readonly maker_address!: string;
  @ApiProperty({ ...OWNER, description: `Who placed the taker order. ${OWNER.description}` })
  readonly owner!: string;
  @ApiProperty(SETTLEMENT)
  readonly transaction_hash!: string;
  @ApiProperty({ type: 'integer', description: 'Always 0: a trade settles in one piece', example: 0 })
  readonly bucket_index!: number;
  @ApiProperty({ type: [MakerOrderRecord] })
  readonly maker_orders!: readonly MakerOrderRecord[];
  @ApiPropertyOptional({ ...CALLERS_PART, description: `${CALLERS_PART.description}; absent with the POLY_ prefix` })
  readonly type?: 'TAKER' | 'MAKER';
  @ApiPropertyOptional({ ...CALLERS_PART, description: 'The same as type, with the POLY_ prefix' })
  readonly trader_side?: 'TAKER' | 'MAKER';
}

/** A page of GET /data/trades, newest first. */
export class TradesPage extends pageOf(TradeRecord) {}
