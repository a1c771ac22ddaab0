import {
  AddressField,
  ConditionIdField,
  DecimalField,
  FlagField,
  ListField,
  PaymentField,
  ReferenceField,
  TextField,
} from './fields';

export class LedgerMovement {
  @AddressField({ description: 'The wallet whose funds move' })
  readonly wallet!: string;

  @PaymentField({ description: 'USDC above 0, at most six decimals' })
  readonly amount!: string;

  @ReferenceField({
    description: 'What the movement stands for in the world outside. The same reference never moves money twice',
    refusal: 'the $property must be 1 to 200 visible ASCII characters: it makes a repeated command harmless',
  })
  readonly reference!: string;
}

export class LedgerMoved {
  @AddressField({ description: 'The wallet' })
  readonly wallet!: string;

  @DecimalField({ description: 'USDC free to use' })
  readonly available!: string;

  @DecimalField({ description: 'USDC locked in open orders' })
  readonly locked!: string;

  @FlagField({ description: 'False when the reference had been applied before: nothing moved this time' })
  readonly applied!: boolean;
}

export class LedgerRequest {
  @AddressField({ description: 'The wallet to show' })
  readonly wallet!: string;
}

export class LedgerPosition {
  @ConditionIdField({ description: 'Condition of the market' })
  readonly conditionId!: string;

  @TextField({ description: 'Label of the outcome' })
  readonly outcome!: string;

  @TextField({ description: 'Question of the market' })
  readonly question!: string;

  @DecimalField({ description: 'Shares free to sell' })
  readonly available!: string;

  @DecimalField({ description: 'Shares locked in open orders' })
  readonly locked!: string;
}

export class LedgerShown {
  @AddressField({ description: 'The wallet' })
  readonly wallet!: string;

  @DecimalField({ description: 'USDC free to use' })
  readonly available!: string;

  @DecimalField({ description: 'USDC locked in open orders' })
  readonly locked!: string;

  @ListField(() => LedgerPosition, { description: 'What the wallet holds of each outcome' })
  readonly positions!: readonly LedgerPosition[];
}
