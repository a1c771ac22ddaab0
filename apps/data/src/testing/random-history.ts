import type { FillV1, MarketChangedV1, TradingFact } from '@foretell/contracts';
import { costCeil, costFloor, pricePips, sizeMicros as toSize } from '@foretell/units';
import * as fc from 'fast-check';
import { HASH, NO_BUILDER } from './facts';

export const WALLETS = [1, 2, 3, 4, 5].map((number) => `0x${String(number).repeat(40)}`);
export const CONDITIONS = ['a', 'b', 'c'].map((letter) => `0x${letter.repeat(64)}`);
const BUILDER = `0x${'77'.repeat(32)}`;

const STEP = fc.record({
  // Resolutions are rare, or little would happen before them.
  isResolution: fc.nat(40).map((drawn) => drawn === 0),
  kind: fc.constantFrom(
    ...(['mint', 'mint', 'transfer', 'transfer', 'merge', 'split', 'mergePair', 'quote', 'quote', 'credit', 'change'] as const),
  ),
  status: fc.constantFrom<MarketChangedV1['status']>('active', 'paused'),
  taker: fc.nat(4),
  makers: fc.array(
    fc.record({
      wallet: fc.nat(4),
      sizeMicros: fc.integer({ min: 1, max: 50_000_000 }),
      pips: fc.integer({ min: 1, max: 9999 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  condition: fc.nat(2),
  outcome: fc.constantFrom<0 | 1>(0, 1),
  takerSells: fc.boolean(),
  feeMicros: fc.nat(50_000),
  // Minutes, hours or days; sometimes a clock that steps back.
  passedMs: fc.oneof(
    fc.integer({ min: -60_000, max: 300_000 }),
    fc.integer({ min: 0, max: 10_000_000 }),
    fc.integer({ min: 0, max: 300_000_000 }),
  ),
  payout: fc.constantFrom<readonly [number, number]>([10_000, 0], [0, 10_000], [5000, 5000]),
  hasBid: fc.boolean(),
  hasAsk: fc.boolean(),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

/**
 * Histories that the trading surface could tell: nobody gives away what he does not hold, and nothing trades after resolution.
 */
export function histories(startAt: number, stepsMax: number): fc.Arbitrary<readonly TradingFact[]> {
  return fc.array(STEP, { minLength: 1, maxLength: stepsMax, size: 'max' }).map((steps) => tell(steps, startAt));
}

function tell(steps: readonly Step[], startAt: number): readonly TradingFact[] {
  const facts: TradingFact[] = [];
  const teller = new Teller();
  let at = startAt;
  for (const step of steps) {
    at += step.passedMs;
    facts.push(...teller.facts(step, at));
  }
  return facts;
}

class Teller {
  private readonly held = new Map<string, number>();
  private readonly resolved = new Set<number>();

  facts(step: Step, at: number): TradingFact[] {
    if (this.resolved.has(step.condition)) return [];
    if (step.isResolution) return this.resolve(step, at);
    switch (step.kind) {
      case 'mint':
      case 'transfer':
      case 'merge':
        return this.trade(step, step.kind, at);
      case 'split':
      case 'mergePair':
        return this.pair(step, at);
      case 'quote':
        return [this.quote(step, at)];
      case 'change':
        return [
          {
            type: 'market.changed.v1',
            at,
            conditionId: CONDITIONS[step.condition] ?? '',
            status: step.status,
            payoutPips: null,
          },
        ];
      case 'credit':
        return [{ type: 'funds.credited.v1', at, wallet: this.wallet(step.taker), amountMicros: 1_000_000 }];
    }
  }

  private wallet(index: number): string {
    return WALLETS[index] ?? '';
  }

  private move(wallet: string, condition: number, outcome: number, micros: number): void {
    const key = `${wallet}|${condition}|${outcome}`;
    this.held.set(key, (this.held.get(key) ?? 0) + micros);
  }

  private holding(wallet: string, condition: number, outcome: number): number {
    return this.held.get(`${wallet}|${condition}|${outcome}`) ?? 0;
  }

  private trade(step: Step, kind: FillV1['kind'], at: number): TradingFact[] {
    const { condition, outcome } = step;
    const taker = this.wallet(step.taker);
    const sells = kind === 'merge' || (kind === 'transfer' && step.takerSells);
    const makerOutcome = kind === 'transfer' ? outcome : outcome === 0 ? 1 : 0;
    const makerSells = kind === 'merge' || (kind === 'transfer' && !sells);
    const fills: FillV1[] = [];
    let [sizeMicros, usdcMicros] = [0, 0];
    for (const maker of step.makers) {
      const wallet = this.wallet(maker.wallet);
      const limits = [maker.sizeMicros];
      if (sells) limits.push(this.holding(taker, condition, outcome));
      if (makerSells) limits.push(this.holding(wallet, condition, makerOutcome));
      const size = toSize(Math.min(...limits));
      if (size === 0 || wallet === taker) continue;
      const makerPips = kind === 'transfer' ? maker.pips : 10_000 - maker.pips;
      const takerUsdc = sells ? costFloor(size, pricePips(maker.pips)) : costCeil(size, pricePips(maker.pips));
      const makerUsdc = makerSells ? costFloor(size, pricePips(makerPips)) : costCeil(size, pricePips(makerPips));
      this.move(taker, condition, outcome, sells ? -size : size);
      this.move(wallet, condition, makerOutcome, makerSells ? -size : size);
      fills.push({
        kind,
        orderId: 'm',
        wallet,
        outcome: makerOutcome,
        side: makerSells ? 'SELL' : 'BUY',
        pricePips: makerPips,
        sizeMicros: size,
        usdcMicros: makerUsdc,
      });
      sizeMicros += size;
      usdcMicros += takerUsdc;
    }
    if (fills.length === 0) return [];
    const order = {
      tradeId: 't',
      tradeNumber: 1,
      transactionHash: HASH,
      takerOrderId: 'o',
      builder: step.hasBid ? BUILDER : NO_BUILDER,
    };
    const feeMicros = Math.min(step.feeMicros, usdcMicros);
    return [
      {
        type: 'trade.matched.v1',
        at,
        ...order,
        conditionId: CONDITIONS[condition] ?? '',
        wallet: taker,
        outcome,
        side: sells ? 'SELL' : 'BUY',
        sizeMicros,
        usdcMicros,
        feeMicros,
        fills,
      },
    ];
  }

  private pair(step: Step, at: number): TradingFact[] {
    const wallet = this.wallet(step.taker);
    const { condition } = step;
    const wanted = step.makers[0]?.sizeMicros ?? 1;
    const isSplit = step.kind === 'split';
    const sizeMicros = isSplit
      ? wanted
      : Math.min(wanted, this.holding(wallet, condition, 0), this.holding(wallet, condition, 1));
    if (sizeMicros === 0) return [];
    for (const outcome of [0, 1]) this.move(wallet, condition, outcome, isSplit ? sizeMicros : -sizeMicros);
    return [
      {
        type: isSplit ? 'position.split.v1' : 'position.merged.v1',
        at,
        wallet,
        conditionId: CONDITIONS[condition] ?? '',
        sizeMicros,
        transactionHash: HASH,
      },
    ];
  }

  private quote({ condition, makers, hasBid, hasAsk }: Step, at: number): TradingFact {
    const pips = makers[0]?.pips ?? 1;
    const bestBidPips = hasBid && pips > 1 ? pips - 1 : null;
    return {
      type: 'market.quoted.v1',
      at,
      conditionId: CONDITIONS[condition] ?? '',
      bestBidPips,
      bestAskPips: hasAsk ? pips : null,
      lastTradePips: hasBid ? pips : null,
    };
  }

  private resolve({ condition, payout }: Step, at: number): TradingFact[] {
    this.resolved.add(condition);
    const conditionId = CONDITIONS[condition] ?? '';
    const facts: TradingFact[] = [{ type: 'market.changed.v1', at, conditionId, status: 'resolved', payoutPips: payout }];
    for (const wallet of WALLETS) {
      const [outcome0Micros, outcome1Micros] = [this.holding(wallet, condition, 0), this.holding(wallet, condition, 1)];
      if (outcome0Micros === 0 && outcome1Micros === 0) continue;
      const payoutMicros = Math.floor((outcome0Micros * payout[0] + outcome1Micros * payout[1]) / 10_000);
      facts.push({
        type: 'position.redeemed.v1',
        at,
        wallet,
        conditionId,
        outcome0Micros,
        outcome1Micros,
        payoutMicros,
        transactionHash: HASH,
      });
    }
    return facts;
  }
}
