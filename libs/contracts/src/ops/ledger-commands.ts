import {
  ActorField,
  AddressField,
  ConditionIdField,
  DecimalField,
  FlagField,
  IntegerField,
  ListField,
  PaymentField,
  ReferenceField,
  TextField,
} from './fields';
import { NoParameters } from './service-commands';

export class LedgerMovement {
  @AddressField({ description: 'The wallet whose funds move' })
  readonly wallet!: string;

  @PaymentField({ description: 'USDC above 0, at most six decimals' })
  readonly amount!: string;

  @ReferenceField({
    description: 'Identifies the movement outside the exchange, such as a deposit. The same reference never moves money twice',
    refusal: 'the $property must be 1 to 200 visible ASCII characters: it makes a repeated command harmless',
  })
  readonly reference!: string;
}

class WalletUsdc {
  @AddressField({ description: 'The wallet' })
  readonly wallet!: string;

  @DecimalField({ description: 'USDC free to use' })
  readonly available!: string;

  @DecimalField({ description: 'USDC locked in open orders' })
  readonly locked!: string;
}

export class LedgerMoved extends WalletUsdc {
  @FlagField({ description: 'False when the reference was applied before: nothing moved' })
  readonly applied!: boolean;

  @FlagField({ description: 'True when the credit waits for the approval of another operator: nothing moved', isOptional: true })
  readonly isPending?: boolean;
}

export class PendingCreditRequest {
  @ReferenceField({ description: 'Reference of a pending credit' })
  readonly reference!: string;
}

/** A credit that waits for the approval of another operator. */
export class PendingCredit {
  @ReferenceField({ description: 'The reference' })
  readonly reference!: string;

  @AddressField({ description: 'The wallet' })
  readonly wallet!: string;

  @DecimalField({ description: 'USDC' })
  readonly amount!: string;

  @ActorField({ description: 'Operator who requested it, and may not approve it' })
  readonly askedBy!: string;

  @IntegerField({ description: 'When it was requested, Unix milliseconds', minimum: 0 })
  readonly askedAt!: number;
}

export class PendingCredits {
  @ListField(() => PendingCredit, { description: 'The oldest 500, oldest first' })
  readonly credits!: readonly PendingCredit[];
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

export class LedgerShown extends WalletUsdc {
  @ListField(() => LedgerPosition, { description: 'What the wallet holds of each outcome' })
  readonly positions!: readonly LedgerPosition[];
}

/** Commands on money, rows of OPS_COMMANDS. */
export const LEDGER_COMMANDS = {
  'ops.clob.ledger.credit': { request: LedgerMovement, reply: LedgerMoved, summary: 'Add USDC to a wallet' },
  'ops.clob.ledger.debit': {
    request: LedgerMovement,
    reply: LedgerMoved,
    summary: "Take USDC from a wallet's available balance",
  },
  'ops.clob.ledger.show': { request: LedgerRequest, reply: LedgerShown, summary: 'Show what a wallet owns', isRead: true },
  'ops.clob.ledger.pending': {
    request: NoParameters,
    reply: PendingCredits,
    summary: 'List the credits that wait for the approval of another operator',
    isRead: true,
  },
  'ops.clob.ledger.approve': {
    request: PendingCreditRequest,
    reply: LedgerMoved,
    summary: 'Approve a credit of another operator',
  },
  'ops.clob.ledger.decline': {
    request: PendingCreditRequest,
    reply: PendingCredit,
    summary: 'Decline a credit that waits, also one of your own',
  },
} as const;
