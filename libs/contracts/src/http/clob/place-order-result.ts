import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AMOUNT_OR_EMPTY, TRADE_ID } from './documented-values';

/** One result per submitted item, in the order of the items. Source: interface, Order placement result item. */
export class PlaceOrderResult {
  @ApiProperty()
  readonly success!: boolean;
  @ApiProperty({ description: 'Empty when the order was taken; else why not, for a person' })
  readonly errorMsg!: string;
  @ApiProperty({
    pattern: '^$|^0x[0-9a-f]{64}$',
    description: 'EIP-712 hash of the order; empty when refused, the first one’s when the same order is sent again',
  })
  readonly orderID!: string;
  @ApiProperty({
    ...AMOUNT_OR_EMPTY,
    description: 'What the order has received: shares for a BUY, USDC for a SELL; empty when nothing matched',
  })
  readonly takingAmount!: string;
  @ApiProperty({ ...AMOUNT_OR_EMPTY, description: 'What the order has given, fee included; empty when nothing matched' })
  readonly makingAmount!: string;
  @ApiProperty({
    enum: ['live', 'matched', 'delayed', 'unmatched', 'canceled', 'error'],
    description: 'error when refused; of an order sent again, what became of the first',
  })
  readonly status!: string;
  @ApiPropertyOptional({ description: 'Why it was refused, for a machine', example: 'not_enough_balance' })
  readonly code?: string;
  @ApiPropertyOptional({
    type: [String],
    example: [TRADE_ID.example],
    description: 'To callers of the POLY_ prefix, when it traded at once: the id of its trade',
  })
  readonly tradeIDs?: readonly string[];
  @ApiPropertyOptional({
    type: [String],
    description: 'Beside tradeIDs: the ids of their settlements',
    example: ['0xb23bcef0f986361985fb2351f4b9f734582c8d1031d73e2de0441a65720753c1'],
  })
  readonly transactionsHashes?: readonly string[];
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'What helps to mend the order' })
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The refusal of POST /order: readable as an error and as a result. Source: protocol 6.1. */
export class PlaceOrderRefusal extends PlaceOrderResult {
  @ApiProperty({ description: 'The same text as errorMsg' })
  readonly error!: string;
}
