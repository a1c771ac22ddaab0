import { saysNothing, verdictOf, type Verdict } from './same-value';

type Fields = Readonly<Record<string, unknown>>;
export type Kind = 'market' | 'event' | 'series' | 'tag';
export type Dialect = 'interface' | 'public';
type Counts = Record<Verdict, number>;

export interface FieldReport {
  readonly kind: Kind;
  readonly field: string;
  /** Records whose source says something by the field. */
  readonly records: number;
  readonly interface: Readonly<Counts>;
  readonly public: Readonly<Counts>;
  /** Why the public dialect says otherwise or nothing; null where it says the same, or nobody knows why. */
  readonly why: string | null;
}

/** Lists of records of their own, which are compared by themselves. */
const RECORDS = new Set(['markets', 'events', 'series', 'tags']);
const FEES = 'what is charged here, whatever the source charges: makers pay nothing, takers by the schedule that trading has';
const WHY: Readonly<Record<string, string>> = {
  'market feesEnabled': FEES,
  'market feeSchedule': FEES,
  'market makerBaseFee': FEES,
  'market takerBaseFee': FEES,
  'market orderPriceMinTickSize': 'the tick that trading uses, where it does not know the source’s',
  'market orderMinSize': 'amounts have six decimals',
  'market acceptingOrders': 'a closed market takes no orders',
  'market rewardsMaxSpread': 'cents have two decimals',
  'market umaResolutionStatus': 'a market that was resolved here is resolved',
  'market outcomePrices': 'how the market ended here, or the prices of its book',
  'market creator': 'a creator stands for a site here',
  'market sites': 'sites are what the creator parameter asks for',
  'event sites': 'sites are what the creator parameter asks for',
  'event creator': 'a creator stands for a site here',
};

/** Counts, field by field, how what a catalog serves stands to what rows of its source say. */
export class FieldTally {
  private readonly fields = new Map<string, { records: number; interface: Counts; public: Counts }>();

  add(kind: Kind, source: Fields, served: Readonly<Record<Dialect, Fields>>): void {
    for (const [field, value] of Object.entries(source)) {
      if (RECORDS.has(field) || saysNothing(value)) continue;
      const counts = this.of(`${kind} ${field}`);
      counts.records += 1;
      for (const dialect of ['interface', 'public'] as const) counts[dialect][verdictOf(value, served[dialect][field])] += 1;
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
