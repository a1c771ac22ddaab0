import { changesTo, type OpenQuote } from './changes';
import { ladder, PIPS, type LadderTerms, type Quote } from './ladder';
import { Lmsr } from './lmsr';

const TERMS: LadderTerms = { tickPips: 100, minimumMicros: 5_000_000, levels: 3, levelTicks: 1, halfSpreadTicks: 1 };
const FLOWS = 10_000;
const STEPS = 40;

describe('the ladder of quotes', () => {
  it('quotes both sides of the rule, nearest first, never inside the half spread', () => {
    const quotes = ladder(new Lmsr({ prior: 0.5, lossMax: 1_000 }), 0, TERMS);
    expect(quotes.map(({ outcome, pricePips }) => [outcome, pricePips])).toEqual([
      [1, 4_900],
      [1, 4_800],
      [1, 4_700],
      [0, 4_900],
      [0, 4_800],
      [0, 4_700],
    ]);
  });

  it('moves against what it holds', () => {
    const rule = new Lmsr({ prior: 0.5, lossMax: 1_000 });
    const [ask] = ladder(rule, 500_000_000, TERMS);
    // 500 shares sold lift the rule's price from 0.50 to 0.586: the second outcome is bought at 1 - 0.60.
    expect(ask?.pricePips).toBe(4_000);
  });

  it('changes only the nearest quotes after a fill', () => {
    const rule = new Lmsr({ prior: 0.405, lossMax: 1_000 });
    const before = ladder(rule, 0, TERMS);
    const after = ladder(rule, 7_000_000, TERMS);
    expect(after.filter((quote) => before.some((old) => JSON.stringify(old) === JSON.stringify(quote)))).toHaveLength(4);
  });

  it('leaves out what is below the smallest order, and covers it at the next price', () => {
    const rule = new Lmsr({ prior: 0.5, lossMax: 10 });
    for (const { sizeMicros } of ladder(rule, 0, TERMS)) expect(sizeMicros).toBeGreaterThanOrEqual(TERMS.minimumMicros);
  });

  it('never buys both outcomes for 1 without a half spread, also when the rule stands on a tick', () => {
    for (const sold of [0, 7_000_000, 80_085_000, -13_370_000]) {
      const quotes = ladder(new Lmsr({ prior: 0.5, lossMax: 1_000 }), sold, { ...TERMS, halfSpreadTicks: 0 });
      const best = ([0, 1] as const).map((outcome) =>
        Math.max(...quotes.filter((quote) => quote.outcome === outcome).map(({ pricePips }) => pricePips)),
      );
      expect((best[0] ?? 0) + (best[1] ?? 0)).toBeLessThan(PIPS);
    }
  });

  it('ends at the last tick', () => {
    const rule = new Lmsr({ prior: 0.98, lossMax: 1_000 });
    const prices = ladder(rule, 0, { ...TERMS, levels: 50 }).map(({ pricePips }) => pricePips);
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...prices)).toBeLessThanOrEqual(9_900);
  });

  it(`never loses more than its bound, in ${FLOWS} random flows of orders`, () => {
    expect(worstExcess(FLOWS, (sold) => sold)).toBeLessThanOrEqual(0);
  });

  it('would be seen to lose more if it forgot what it sold', () => {
    expect(worstExcess(500, () => 0)).toBeGreaterThan(0);
  });
});

/**
 * The largest loss beyond the bound, in micros, over random flows: fills of any quote in any order and part, late passes, and
 * either result at any time. @param remembered the amount that a pass assumes as sold
 */
function worstExcess(flows: number, remembered: (sold: number) => number): number {
  let worst = -Infinity;
  for (let seed = 1; seed <= flows; seed += 1) {
    const random = generator(seed);
    const prior = 0.02 + 0.96 * random();
    const lossMax = 10 ** (1 + 3 * random());
    const tickPips = random() < 0.5 ? 100 : 10;
    const halfSpreadTicks = Math.floor(3 * random());
    const rule = new Lmsr({ prior, lossMax });
    const terms = { ...TERMS, tickPips, levels: 1 + Math.floor(6 * random()), halfSpreadTicks };
    const flow = new Flow((sold) => ladder(rule, remembered(sold), terms), random);
    for (let step = 0; step < STEPS; step += 1) {
      flow.step();
      worst = Math.max(worst, flow.lossMicros() - lossMax * 1e6);
    }
  }
  return worst;
}

class Flow {
  private open: OpenQuote[] = [];
  private readonly shares: [number, number] = [0, 0];
  private paid = 0;
  private orders = 0;
  private readonly result: number;

  constructor(
    private readonly wanted: (soldMicros: number) => readonly Quote[],
    private readonly random: () => number,
  ) {
    this.result = random() < 0.5 ? 0 : 1;
  }

  step(): void {
    if (this.open.length === 0 || this.random() < 0.4) this.pass();
    else this.fill(this.taken());
  }

  /** In the worse of the two results. */
  lossMicros(): number {
    return this.paid - Math.min(...this.shares);
  }

  /** Three times out of four, the side of a trader with inside information. */
  private taken(): number {
    const at = Math.floor(this.random() * this.open.length);
    if (this.random() < 0.25) return at;
    return Math.max(
      0,
      this.open.findIndex(({ outcome }) => outcome === this.result),
    );
  }

  private pass(): void {
    const { cancel, place } = changesTo(this.wanted(this.shares[1] - this.shares[0]), this.open);
    this.open = this.open.filter(({ orderId }) => !cancel.includes(orderId));
    this.open.push(...place.map((quote: Quote) => ({ ...quote, orderId: String((this.orders += 1)) })));
  }

  /** Fills a part of a quote, often all of it. The buyer's cost is rounded up. */
  private fill(at: number): void {
    const [quote] = this.open.splice(at, 1);
    if (quote === undefined) return;
    const filled = this.random() < 0.5 ? quote.sizeMicros : Math.ceil(this.random() * quote.sizeMicros);
    this.shares[quote.outcome] += filled;
    this.paid += Math.ceil((filled * quote.pricePips) / PIPS);
    const sizeMicros = quote.sizeMicros - filled;
    if (sizeMicros > 0) this.open.splice(at, 0, { ...quote, sizeMicros });
  }
}

/** Mulberry32: the same flow for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
