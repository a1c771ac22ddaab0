import { ApiProperty } from '@nestjs/swagger';

export class HistoryPoint {
  @ApiProperty({ type: 'integer', description: 'Unix seconds at which the bucket starts', example: 1795262400 })
  readonly t!: number;
  @ApiProperty({ minimum: 0, maximum: 1, description: 'Midpoint in force at the end of the bucket, USDC', example: 0.42 })
  readonly p!: number;
}

/** One point per bucket, from the first known price on. */
export class PriceHistory {
  @ApiProperty({ type: [HistoryPoint] })
  readonly history!: readonly HistoryPoint[];
}

export class PriceHistories {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { $ref: '#/components/schemas/HistoryPoint' } },
    description: 'By token id; unknown tokens have none',
  })
  readonly history!: Readonly<Record<string, readonly HistoryPoint[]>>;
}
