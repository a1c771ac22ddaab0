import { AddressField, ConditionIdField, DayField, DecimalField, FlagField, ListField, OneOfField, TextField } from './fields';

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

/** Liquidity rewards of a UTC day: each maker's share of each market, and its total. */
export class RewardsReport {
  @DayField({ description: 'The UTC day' })
  readonly day!: string;

  @ListField(() => RewardShare, { description: 'Shares of markets' })
  readonly shares!: readonly RewardShare[];

  @ListField(() => RewardTotal, { description: 'Totals of makers' })
  readonly makers!: readonly RewardTotal[];
}

export class RewardsPayRequest {
  @DayField({ description: 'A UTC day that is over, YYYY-MM-DD' })
  readonly day!: string;
}

/** The payment to one maker for a day. */
export class RewardPayment {
  @OneOfField({ names: ['rewards', 'rebates'], description: 'rewards: for quoting; rebates: from the fees of takers' })
  readonly kind!: 'rewards' | 'rebates';

  @AddressField({ description: 'Wallet of the maker' })
  readonly wallet!: string;

  @DecimalField({ description: 'USDC' })
  readonly amount!: string;

  @FlagField({ description: 'Whether this command paid it; false when it was paid before, or refused' })
  readonly applied!: boolean;

  @TextField({ description: 'Why it was refused, where it was: the same command pays it later', isOptional: true })
  readonly refused?: string;
}

/** The payments to makers for a UTC day. The first command for a day fixes what is owed; later ones pay the rest. */
export class RewardsPaid {
  @DayField({ description: 'The UTC day' })
  readonly day!: string;

  @ListField(() => RewardPayment, { description: 'All that is owed for the day' })
  readonly payments!: readonly RewardPayment[];

  @DecimalField({ description: 'USDC, over all payments' })
  readonly total!: string;
}
