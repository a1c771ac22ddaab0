import {
  AddressField,
  ConditionIdField,
  DayField,
  DecimalField,
  FlagField,
  IntegerField,
  ListField,
  ObjectField,
  OneOfField,
  ReferenceField,
  TextField,
} from './fields';

/** Rows of each list on a page of the report: a reply fits into a NATS message. */
export const REPORT_PAGE = 1000;
export const REPORT_DAYS_MAX = 366;

export class MoneyReportRequest {
  @DayField({ description: 'The first UTC day, YYYY-MM-DD' })
  readonly from!: string;

  @DayField({ description: 'The UTC day after the last one, YYYY-MM-DD' })
  readonly to!: string;

  @IntegerField({
    description: `Page of the lists, of ${REPORT_PAGE} rows each; 0 when absent`,
    minimum: 0,
    isOptional: true,
  })
  readonly page?: number;
}

/** What the exchange collected in one market. */
export class MarketFees {
  @ConditionIdField({ description: 'Condition of the market' })
  readonly conditionId!: string;

  @TextField({ description: 'Slug of the market' })
  readonly slug!: string;

  @IntegerField({ description: 'Trades in the period', minimum: 0 })
  readonly trades!: number;

  @DecimalField({ description: 'USDC that takers paid' })
  readonly takerFees!: string;

  @DecimalField({ description: 'USDC collected by rounding prices to a micro' })
  readonly rounding!: string;
}

/** What makers are owed for one UTC day. */
export class MakerDay {
  @DayField({ description: 'The UTC day' })
  readonly day!: string;

  @OneOfField({ names: ['rewards', 'rebates'], description: 'rewards: for quoting; rebates: from the fees of takers' })
  readonly kind!: 'rewards' | 'rebates';

  @DecimalField({ description: 'USDC owed' })
  readonly owed!: string;

  @DecimalField({ description: 'USDC paid of it' })
  readonly paid!: string;

  @FlagField({ description: 'False until `ops rewards pay` has fixed what is owed for the day' })
  readonly isFixed!: boolean;
}

/** A credit or debit. */
export class LedgerEntry {
  @IntegerField({ description: 'Unix milliseconds', minimum: 0 })
  readonly at!: number;

  @OneOfField({ names: ['credit', 'debit'], description: 'credit: into the wallet; debit: out of it' })
  readonly kind!: 'credit' | 'debit';

  @ReferenceField({ description: 'The reference' })
  readonly reference!: string;

  @AddressField({ description: 'The wallet' })
  readonly wallet!: string;

  @DecimalField({ description: 'USDC' })
  readonly amount!: string;
}

/** A wallet and its USDC. */
export class WalletBalance {
  @AddressField({ description: 'The wallet' })
  readonly wallet!: string;

  @DecimalField({ description: 'USDC, locked ones included' })
  readonly balance!: string;
}

/** Totals of the period. The lists add up to them. */
export class ReportTotals {
  @IntegerField({ description: 'Trades', minimum: 0 })
  readonly trades!: number;

  @DecimalField({ description: 'USDC that takers traded for' })
  readonly volume!: string;

  @DecimalField({ description: 'USDC that takers paid' })
  readonly takerFees!: string;

  @DecimalField({ description: 'USDC collected by rounding' })
  readonly rounding!: string;

  @DecimalField({ description: 'USDC credited' })
  readonly credits!: string;

  @DecimalField({ description: 'USDC debited' })
  readonly debits!: string;
}

/** The complete ledger: credits - debits = balances + positions + fees. */
export class LedgerState {
  @IntegerField({ description: 'Time of the last commit that it includes, Unix milliseconds', minimum: 0 })
  readonly at!: number;

  @DecimalField({ description: 'All USDC credited' })
  readonly credits!: string;

  @DecimalField({ description: 'All USDC debited' })
  readonly debits!: string;

  @DecimalField({ description: 'USDC in the wallets: a liability' })
  readonly balances!: string;

  @DecimalField({ description: 'USDC that collateralizes open positions, the most that they can claim: a liability' })
  readonly positions!: string;

  @DecimalField({ description: 'All USDC of fees and rounding: what the ledger holds beyond the liabilities' })
  readonly fees!: string;

  @FlagField({ description: 'Whether credits minus debits equal the other figures exactly' })
  readonly holds!: boolean;
}

export class MoneyReport {
  @ObjectField(() => ReportTotals, { description: 'Totals of the period; on the first page', isOptional: true })
  readonly totals?: ReportTotals;

  @ObjectField(() => LedgerState, { description: 'The ledger as it is now; on the first page', isOptional: true })
  readonly ledger?: LedgerState;

  @ListField(() => WalletBalance, { description: 'The ten wallets with most USDC now; on the first page', isOptional: true })
  readonly biggest?: readonly WalletBalance[];

  @ListField(() => MakerDay, { description: 'What makers are owed, by day; on the first page', isOptional: true })
  readonly makers?: readonly MakerDay[];

  @ListField(() => MarketFees, { description: 'Fees by market' })
  readonly fees!: readonly MarketFees[];

  @ListField(() => LedgerEntry, { description: 'Credits and debits in the order of their commits' })
  readonly movements!: readonly LedgerEntry[];

  @FlagField({ description: 'Whether this is the last page' })
  readonly isLast!: boolean;
}
