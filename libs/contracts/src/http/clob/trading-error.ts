import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The trading service's error body: the specified text, and details for machines and users to act on. */
export class TradingError {
  @ApiProperty({ description: 'The error in words, for people', example: 'Invalid token id' })
  readonly error!: string;

  @ApiProperty({
    description: 'The error as a code, for programs; it stays the same when the text changes',
    example: 'invalid_token_id',
  })
  readonly code!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'What helps to fix the request: the field, the bound, the expected form. Never a secret',
    example: { expected: 'token_ids=<id>,<id>' },
  })
  readonly details?: Readonly<Record<string, unknown>>;
}
