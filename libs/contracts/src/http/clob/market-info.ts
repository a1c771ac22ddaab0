import { ApiProperty } from '@nestjs/swagger';
import { CONDITION_ID, ISO_TIME, OUTCOME, TOKEN_ID } from './documented-values';
import { BASE_FEE, RewardsRecord } from './market';

export class TickSizeAnswer {
  @ApiProperty({ minimum: 0, maximum: 1, description: 'USDC; prices are multiples of it', example: 0.01 })
  readonly minimum_tick_size!: number;
}

export class NegRiskAnswer {
  @ApiProperty({ description: 'Whether orders are signed for the neg-risk exchange' })
  readonly neg_risk!: boolean;
}

export class FeeRateAnswer {
  @ApiProperty({ ...BASE_FEE, example: 1000 })
  readonly base_fee!: number;
}

export class MarketOfToken {
  @ApiProperty(CONDITION_ID)
  readonly condition_id!: string;
  @ApiProperty({ ...TOKEN_ID, description: 'Token of the first outcome' })
  readonly primary_token_id!: string;
  @ApiProperty({ ...TOKEN_ID, description: 'Token of the second outcome' })
  readonly secondary_token_id!: string;
}

export class CompactToken {
  @ApiProperty(TOKEN_ID)
  readonly t!: string;
  @ApiProperty(OUTCOME)
  readonly o!: string;
}

/** The taker fee: shares x r x (p x (1 - p))^e, rounded down to 0.00001 USDC. */
export class FeeCurve {
  @ApiProperty({ minimum: 0, maximum: 1, description: 'Rate; 0 is no fee', example: 0.07 })
  readonly r!: number;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 4, description: 'Exponent', example: 1 })
  readonly e!: number;
  @ApiProperty({ description: 'Whether only takers pay' })
  readonly to!: boolean;
}

/** A market in the short names of public clients. Source: protocol 10, GET /clob-markets. */
export class CompactMarket {
  @ApiProperty(CONDITION_ID)
  readonly c!: string;
  @ApiProperty({ type: [CompactToken], minItems: 2, maxItems: 2, description: 'Tokens with their outcomes' })
  readonly t!: readonly CompactToken[];
  @ApiProperty({ description: 'Tick size, USDC', example: 0.01 })
  readonly mts!: number;
  @ApiProperty({ description: 'Smallest order, shares', example: 5 })
  readonly mos!: number;
  @ApiProperty({ description: 'Whether it is a neg-risk market' })
  readonly nr!: boolean;
  @ApiProperty({ type: 'integer', description: 'Maker’s fee, basis points', example: 0 })
  readonly mbf!: number;
  @ApiProperty({ ...BASE_FEE, example: 1000 })
  readonly tbf!: number;
  @ApiProperty({ type: FeeCurve })
  readonly fd!: FeeCurve;
  @ApiProperty({ type: RewardsRecord })
  readonly r!: RewardsRecord;
  @ApiProperty({ description: 'Whether requests for quotes are served: always true' })
  readonly rfqe!: boolean;
  @ApiProperty({ description: 'Always false' })
  readonly ibce!: boolean;
  @ApiProperty({ type: 'integer', description: 'Always 0', example: 0 })
  readonly oas!: number;
  @ApiProperty({ ...ISO_TIME, nullable: true, description: 'Start of the game' })
  readonly gst!: string | null;
}

/** The fee that a builder adds. */
export class BuilderFees {
  @ApiProperty({ type: 'integer', description: 'Basis points; builders charge none here', example: 0 })
  readonly builder_maker_fee_rate_bps!: number;
  @ApiProperty({ type: 'integer', description: 'Basis points; builders charge none here', example: 0 })
  readonly builder_taker_fee_rate_bps!: number;
}
