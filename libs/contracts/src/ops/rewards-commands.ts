import { AddressField, ConditionIdField, DayField, DecimalField, ListField, TextField } from './fields';

export class RewardsReportRequest {
  @DayField({ description: 'A UTC day, YYYY-MM-DD' })
  readonly day!: string;
}

/** One maker's part of one market's rewards. */
export class RewardShare {
  @ConditionIdField({ description: 'Condition of the market' })
  readonly conditionId!: string;

  @TextField({ description: 'Question of the market' })
  readonly question!: string;

  @AddressField({ description: 'The maker' })
  readonly wallet!: string;

  @DecimalField({ description: "The maker's score of all scores of the market, percent" })
  readonly sharePercent!: string;

  @DecimalField({ description: 'USDC' })
  readonly earned!: string;
}

export class RewardTotal {
  @AddressField({ description: 'The maker' })
  readonly wallet!: string;

  @DecimalField({ description: 'USDC of all markets together' })
  readonly earned!: string;
}

/** Liquidity rewards of a UTC day: each maker's share of each market, and what it makes together. */
export class RewardsReport {
  @DayField({ description: 'The UTC day' })
  readonly day!: string;

  @ListField(() => RewardShare, { description: 'Shares of markets' })
  readonly shares!: readonly RewardShare[];

  @ListField(() => RewardTotal, { description: 'Totals of makers' })
  readonly makers!: readonly RewardTotal[];
}
