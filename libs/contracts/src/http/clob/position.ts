import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { WhenGiven, must } from './field-constraints';
import { ADDRESS, BYTES32, CONDITION_ID, SHARES } from './documented-values';

/** Body of POST /positions/split and /positions/merge. Source: interface, Funds. */
export class PositionRequest {
  @ApiProperty({ ...BYTES32, description: 'Condition id, 0x and 64 hex digits' })
  @Matches(/^0x[0-9a-fA-F]{64}$/, must('be 0x and 64 hex digits'))
  conditionId!: string;

  @ApiProperty({ ...SHARES, description: 'Sets of shares, decimal string with at most six decimals' })
  @IsString(must('be a decimal string, such as "12.5"'))
  amount!: string;

  @ApiPropertyOptional({ ...ADDRESS, description: "A wallet linked to the caller's address; the address itself when absent" })
  @WhenGiven()
  @Matches(/^0x[0-9a-fA-F]{40}$/, must('be 0x and 40 hex digits'))
  wallet?: string;

  @ApiPropertyOptional({
    description:
      "Names this movement among the wallet's of this kind in this market: sent again with the same reference it is made once, and " +
      'answered as the first time. Without one the signed request is made once: equal ones of one second are one movement. ' +
      '1 to 64 letters, digits, dots, dashes and underscores',
    pattern: '^[A-Za-z0-9._-]{1,64}$',
    example: 'rebalance-2026-11-22-7',
  })
  @WhenGiven()
  @Matches(/^[A-Za-z0-9._-]{1,64}$/, must('be 1 to 64 letters, digits, dots, dashes and underscores'))
  reference?: string;
}

/** The result of a split or merge. */
export class PositionResult {
  @ApiProperty({ enum: [true] })
  readonly success!: true;
  @ApiProperty(CONDITION_ID)
  readonly conditionId!: string;
  @ApiProperty({ ...SHARES, description: 'Sets of shares, decimal string' })
  readonly amount!: string;
  @ApiProperty(ADDRESS)
  readonly wallet!: string;
}
