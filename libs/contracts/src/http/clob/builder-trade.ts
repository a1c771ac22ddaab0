import { ApiProperty } from '@nestjs/swagger';
import {
  ADDRESS,
  API_KEY,
  BYTES32,
  CONDITION_ID,
  ISO_TIME,
  ORDER_ID,
  OUTCOME,
  PRICE,
  SHARES,
  SIDE,
  TOKEN_ID,
  TRADE_ID,
  UNIX_SECONDS_TEXT,
  USDC,
} from './documented-values';
import { pageOf } from './page';

/** A trade with a builder's attribution, in the public response format. Source: protocol 9.5. */
export class BuilderTradeRecord {
  @ApiProperty(TRADE_ID)
  readonly id!: string;
  @ApiProperty({
    enum: ['TAKER', 'MAKER'],
    description: 'Whose order carries the code; side, size and price are that order’s part',
  })
  readonly tradeType!: string;
  @ApiProperty({ ...ORDER_ID, description: 'The taker’s order' })
  readonly takerOrderHash!: string;
  @ApiProperty({ ...BYTES32, description: 'Code of the builder' })
  readonly builder!: string;
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty(TOKEN_ID)
  readonly assetId!: string;
  @ApiProperty({ ...SIDE, description: 'Side of the order with the code' })
  readonly side!: string;
  @ApiProperty(SHARES)
  readonly size!: string;
  @ApiProperty({ ...USDC, description: 'What was paid for the shares, without the fee' })
  readonly sizeUsdc!: string;
  @ApiProperty({ ...PRICE, description: 'Of a taker the average over the makers' })
  readonly price!: string;
  @ApiProperty({ enum: ['CONFIRMED'] })
  readonly status!: string;
  @ApiProperty(OUTCOME)
  readonly outcome!: string;
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  readonly outcomeIndex!: number;
  @ApiProperty({ ...API_KEY, description: 'API key that placed the order with the code' })
  readonly owner!: string;
  @ApiProperty({ ...ADDRESS, description: 'Wallet whose funds that order used' })
  readonly maker!: string;
  @ApiProperty({ description: 'Id of the settlement' })
  readonly transactionHash!: string;
  @ApiProperty(UNIX_SECONDS_TEXT)
  readonly matchTime!: string;
  @ApiProperty({ type: 'integer', description: 'Always 0', example: 0 })
  readonly bucketIndex!: number;
  @ApiProperty({ ...USDC, description: 'Its fee; makers pay none' })
  readonly fee!: string;
  @ApiProperty({ ...USDC, description: 'Its fee in USDC' })
  readonly feeUsdc!: string;
  @ApiProperty(ISO_TIME)
  readonly createdAt!: string;
  @ApiProperty(ISO_TIME)
  readonly updatedAt!: string;
}

/** GET /builder/trades as callers of the POLY_ prefix receive it. */
export class BuilderTradesPage extends pageOf(BuilderTradeRecord) {}
