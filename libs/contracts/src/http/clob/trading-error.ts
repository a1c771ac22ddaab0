import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The trading surface's error body: the promised text, and beside it what a machine or a person needs to act. */
export class TradingError {
  @ApiProperty({ description: 'What is wrong, for a person', example: 'Invalid token id' })
  readonly error!: string;

  @ApiProperty({ description: 'The same for a machine; it stays when the text changes', example: 'invalid_token_id' })
  readonly code!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'What helps to mend the request: the field, the bound, the expected form. Never a secret',
    example: { expected: 'token_ids=<id>,<id>' },
  })
  readonly details?: Readonly<Record<string, unknown>>;
}
