import { ApiProperty } from '@nestjs/swagger';

/** The cancelled orders, and the reasons why others were not cancelled. Source: interface, Errors (2). */
export class CancelResult {
  @ApiProperty({ type: [String], description: 'Ids of the orders that this request cancelled' })
  readonly canceled!: readonly string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Why each other order was not cancelled, by its id',
    example: { '0xb23b…53c1': 'Order not found or already canceled' },
  })
  readonly not_canceled!: Readonly<Record<string, string>>;
}

/** Maximum number of ids in DELETE /orders. */
export const CANCEL_ORDERS_MAX = 1_000;
