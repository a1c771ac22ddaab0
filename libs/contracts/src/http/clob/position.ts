import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { WhenGiven } from './field-constraints';
import { ADDRESS, BYTES32, CONDITION_ID, SHARES } from './documented-values';

/** Body of POST /positions/split and /positions/merge. Source: decisions, Funds. */
export class PositionRequest {
  @ApiProperty({ ...BYTES32, description: 'Condition id, 0x and 64 hex digits' })
  @Matches(/^0x[0-9a-fA-F]{64}$/, { message: 'conditionId must be 0x and 64 hex digits' })
  conditionId!: string;

  @ApiProperty({ ...SHARES, description: 'Sets of shares, decimal string with at most six decimals' })
  @IsString({ message: 'amount must be a decimal string, such as "12.5"' })
  amount!: string;

  @ApiPropertyOptional({ ...ADDRESS, description: "A wallet linked to the caller's address; the address itself when absent" })
  @WhenGiven()
  @Matches(/^0x[0-9a-fA-F]{40}$/, { message: 'wallet must be 0x and 40 hex digits' })
  wallet?: string;
}

/** What was split or merged. */
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
