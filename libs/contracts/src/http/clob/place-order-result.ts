import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AMOUNT_OR_EMPTY, ORDER_ID, TRADE_ID, USDC } from './documented-values';

/** One result per submitted item, in the order of the items. Source: interface, Order placement result item. */
export class PlaceOrderResult {
  @ApiProperty()
  readonly success!: boolean;
  @ApiProperty({ description: 'Empty when the order was accepted; else the reason, for people' })
  readonly errorMsg!: string;
  @ApiProperty({
    pattern: '^$|^0x[0-9a-f]{64}$',
    description: 'EIP-712 hash of the order; empty when refused, the first one’s when the same order is sent again',
  })
  readonly orderID!: string;
  @ApiProperty({
    ...AMOUNT_OR_EMPTY,
    description: 'What was traded at once: shares for a BUY, USDC for a SELL, before the fee; empty when nothing matched',
  })
  readonly takingAmount!: string;
  @ApiProperty({ ...AMOUNT_OR_EMPTY, description: 'What was given for it, before the fee; empty when nothing matched' })
  readonly makingAmount!: string;
  @ApiProperty({
    enum: ['live', 'matched', 'delayed', 'unmatched', 'canceled', 'error'],
    description: 'error when refused; for an order sent again, the status of the first',
  })
  readonly status!: string;
  @ApiPropertyOptional({
    ...USDC,
    example: '0.96',
    description: 'Fee of what was traded: a BUY pays it on top of makingAmount, a SELL out of takingAmount. Absent without a fee',
  })
  readonly feeUsd?: string;
  @ApiPropertyOptional({
    type: [String],
    example: [ORDER_ID.example],
    description:
      'Orders of the same wallet that this one would have matched, and that were cancelled instead. Absent when there were none',
  })
  readonly canceled?: readonly string[];
  @ApiPropertyOptional({ description: 'Why it was refused, as a code', example: 'not_enough_balance' })
  readonly code?: string;
  @ApiPropertyOptional({
    type: [String],
    example: [TRADE_ID.example],
    description: 'With the POLY_ prefix, when it traded at once: the id of its trade',
  })
  readonly tradeIDs?: readonly string[];
  @ApiPropertyOptional({
    type: [String],
    description: 'With tradeIDs: the ids of their settlements',
    example: ['0xb23bcef0f986361985fb2351f4b9f734582c8d1031d73e2de0441a65720753c1'],
  })
  readonly transactionsHashes?: readonly string[];
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'What helps to fix the order' })
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The rejection of POST /order: readable as an error and as a result. Source: protocol 6.1. */
export class PlaceOrderRefusal extends PlaceOrderResult {
  @ApiProperty({ description: 'The same text as errorMsg' })
  readonly error!: string;
}
