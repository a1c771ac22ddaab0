import { saysNothing, verdictOf, type Verdict } from './same-value';

type Fields = Readonly<Record<string, unknown>>;
export type Kind = 'market' | 'event' | 'series' | 'tag';
export type FormatName = 'interface' | 'public';
type Counts = Record<Verdict, number>;

export interface FieldReport {
  readonly kind: Kind;
  readonly field: string;
  /** Records whose source has a value for the field. */
  readonly records: number;
  readonly interface: Readonly<Counts>;
  readonly public: Readonly<Counts>;
  /** Why the public response format has another value or none; null when it is the same, or the reason is not known. */
  readonly why: string | null;
}

/** Lists of nested records, which are compared separately. */
const RECORDS = new Set(['markets', 'events', 'series', 'tags']);
const FEES =
  'the fee that is charged here, whatever the source charges: makers pay nothing, takers by the schedule of the trading service';
const WHY: Readonly<Record<string, string>> = {
  'market feesEnabled': FEES,
  'market feeSchedule': FEES,
  'market makerBaseFee': FEES,
  'market takerBaseFee': FEES,
  'market orderPriceMinTickSize': 'the tick of the trading service, when the source’s is not supported',
  'market orderMinSize': 'amounts have six decimals',
  'market acceptingOrders': 'a closed market takes no orders',
  'market rewardsMaxSpread': 'cents have two decimals',
  'market umaResolutionStatus': 'a market that was resolved here is resolved',
  'market outcomePrices': 'the result of the market here, or the prices of its book',
  'market creator': 'a creator names a site here',
  'market sites': 'the creator parameter selects sites',
  'event sites': 'the creator parameter selects sites',
  'event creator': 'a creator names a site here',
};

/** Counts, for each field, how the values that a catalog returns compare with its source rows. */
export class FieldTally {
  private readonly fields = new Map<string, { records: number; interface: Counts; public: Counts }>();

  add(kind: Kind, source: Fields, served: Readonly<Record<FormatName, Fields>>): void {
    for (const [field, value] of Object.entries(source)) {
      if (RECORDS.has(field) || saysNothing(value)) continue;
      const counts = this.of(`${kind} ${field}`);
      counts.records += 1;
      for (const format of ['interface', 'public'] as const) counts[format][verdictOf(value, served[format][field])] += 1;
    }
  }

  reports(): readonly FieldReport[] {
    return [...this.fields]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, counts]) => {
        const [kind = '', field = ''] = name.split(' ', 2);
        const isCarried = counts.public.other + counts.public.absent === 0;
        return { kind: kind as Kind, field, ...counts, why: isCarried ? null : (WHY[name] ?? null) };
      });
  }

  private of(name: string): { records: number; interface: Counts; public: Counts } {
    const known = this.fields.get(name) ?? { records: 0, interface: none(), public: none() };
    this.fields.set(name, known);
    return known;
  }
}

function none(): Counts {
  return { same: 0, rewritten: 0, other: 0, absent: 0 };
}
