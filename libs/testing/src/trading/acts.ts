import type { FillV1, TradeMatchedV1, TradingEvent } from '@foretell/contracts';
import type { Command, MarketTerms, OutcomeIndex, Resolution, Side } from '@foretell/exchange';
import type { PinnedRewards } from '@foretell/platform-nats/exchange-events';
import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { ExchangeJournal } from './exchange-journal';

export const ALICE = `0x${'a1'.repeat(20)}`;
export const BOB = `0x${'b2'.repeat(20)}`;
export const CAROL = `0x${'c3'.repeat(20)}`;
/** The wallet whose orders make the quotes of a script; it never trades. */
const QUOTER = `0x${'d4'.repeat(20)}`;
export const RAIN = `0x${'01'.repeat(32)}`;
export const YES = 0;
export const NO = 1;
/** The attribution that some orders sign. */
export const BUILDER = `0x77${'00'.repeat(31)}`;

const MICROS = 1_000_000;
const PIPS_PER_CENT = 100;
const EACH_HAS_USDC = 100_000_000;
const QUOTED_SHARES = 100;
const USUAL_TERMS = { tickPips: 1, minimumSizeMicros: sizeMicros(1), feeRateBps: 0, feeExponent: 1, delayMillis: 0 };

/** An action at the exchange, in one commit. @returns the events published for it */
export type Act = (script: TradingScript) => readonly TradingEvent[];
type Draft = Command extends infer C ? (C extends Command ? Omit<C, 'at'> : never) : never;

/**
 * Runs acts through the exchange, one commit each. Sizes in whole shares, prices in cents. Throws when the exchange rejects one.
 */
export class TradingScript {
  readonly journal = new ExchangeJournal();
  private readonly opened = new Set<string>();
  private readonly funded = new Set<string>();
  private readonly quoted = new Map<string, readonly Draft[]>();
  private orders = 0;

  constructor(private readonly terms: Partial<MarketTerms> = {}) {}

  play(...acts: readonly Act[]): readonly TradingEvent[] {
    return acts.flatMap((act) => act(this));
  }

  /** Opens a market with permissive terms and funds each wallet before it is first used. */
  commit(
    at: number,
    conditionId: string,
    wallets: readonly string[],
    drafts: readonly Draft[],
    pinned?: PinnedRewards,
  ): readonly TradingEvent[] {
    if (!this.opened.has(conditionId)) {
      this.opened.add(conditionId);
      this.do(at, { type: 'openMarket', conditionId, acceptingOrders: true, ...this.termsWith({}) });
    }
    for (const wallet of wallets.filter((address) => !this.funded.has(address))) {
      this.funded.add(wallet);
      this.do(at, { type: 'credit', wallet, amountMicros: usdcMicros(EACH_HAS_USDC * MICROS) });
    }
    for (const draft of drafts) this.do(at, draft);
    return this.journal.commit(pinned === undefined ? {} : { pinned: new Map([[conditionId, pinned]]) });
  }

  termsWith(terms: Partial<MarketTerms>): MarketTerms {
    return { ...USUAL_TERMS, ...this.terms, ...terms };
  }

  order(wallet: string, conditionId: string, of: OrderTerms, builder?: string): Draft {
    this.orders += 1;
    const orderId = `0x${this.orders.toString(16).padStart(64, '0')}`;
    if (builder !== undefined) this.journal.attribute(orderId, builder);
    return {
      type: 'placeOrder',
      orderId,
      wallet,
      conditionId,
      outcome: of.outcome,
      side: of.side,
      orderType: 'GTC',
      pricePips: pricePips(Math.round(of.cents * PIPS_PER_CENT)),
      sizeMicros: sizeMicros(Math.round(of.shares * MICROS)),
      budgetMicros: null,
      flags: 0,
      expiresAt: null,
    };
  }

  /** Cancels the current quotes before the orders, and restores them afterwards. */
  besideQuotes(conditionId: string, drafts: readonly Draft[]): readonly Draft[] {
    return [withdrawn(conditionId), ...drafts, ...this.requoted(conditionId)];
  }

  /** Replaces the quotes; null for an empty side. */
  quotes(conditionId: string, bidCents: number | null, askCents: number | null): readonly Draft[] {
    const sides: OrderTerms[] = [];
    if (bidCents !== null) sides.push({ outcome: YES, side: 'BUY', shares: QUOTED_SHARES, cents: bidCents });
    if (askCents !== null) sides.push({ outcome: NO, side: 'BUY', shares: QUOTED_SHARES, cents: 100 - askCents });
    this.quoted.set(
      conditionId,
      sides.map((side) => this.order(QUOTER, conditionId, side)),
    );
    return [withdrawn(conditionId), ...(this.quoted.get(conditionId) ?? [])];
  }

  private requoted(conditionId: string): readonly Draft[] {
    const again = (this.quoted.get(conditionId) ?? []).map((draft) => this.renewed(draft));
    this.quoted.set(conditionId, again);
    return again;
  }

  private renewed(draft: Draft): Draft {
    if (draft.type !== 'placeOrder') return draft;
    this.orders += 1;
    return { ...draft, orderId: `0x${this.orders.toString(16).padStart(64, '0')}` };
  }

  private do(at: number, draft: Draft): void {
    for (let next: Command | null = { ...draft, at: unixMillis(at) }; next !== null;) {
      const outcome = this.journal.apply(next);
      if (outcome.type === 'rejected') throw new Error(`${draft.type} is rejected: ${JSON.stringify(outcome)}`);
      next = outcome.type === 'unfinished' ? outcome.next : null;
    }
  }
}

interface OrderTerms {
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly shares: number;
  readonly cents: number;
}

function withdrawn(conditionId: string): Draft {
  return { type: 'cancelOrders', wallet: QUOTER, conditionId, outcome: null };
}

/** The events of a new script with these acts. */
export function eventsOf(...acts: readonly Act[]): readonly TradingEvent[] {
  return new TradingScript().play(...acts);
}

/** Only the trades of these acts: other order events change no projection. */
export function tradesOf(...acts: readonly Act[]): readonly TradeMatchedV1[] {
  return eventsOf(...acts).filter((event) => event.type === 'trade.matched.v1');
}

interface Maker {
  readonly wallet: string;
  readonly kind: FillV1['kind'];
  readonly shares: number;
  readonly cents: number;
}

/** The price in the taker's outcome. */
export function maker(wallet: string, kind: Maker['kind'], shares: number, cents: number): Maker {
  return { wallet, kind, shares, cents };
}

export interface TradeOptions {
  readonly at: number;
  readonly taker: string;
  readonly side: Side;
  readonly outcome: OutcomeIndex;
  /** Best for the taker first. */
  readonly makers: readonly Maker[];
  readonly builder?: string;
  readonly conditionId?: string;
}

/** The makers' orders rest, then the taker's order matches all of them. */
export function trade({ at, taker, side, outcome, makers, builder, conditionId = RAIN }: TradeOptions): Act {
  return (script) => {
    const resting = makers.map(({ wallet, kind, shares, cents }) => {
      const own = kind === 'transfer';
      const makerSide: Side = own ? (side === 'BUY' ? 'SELL' : 'BUY') : side;
      const makerOutcome: OutcomeIndex = own ? outcome : outcome === YES ? NO : YES;
      return script.order(wallet, conditionId, {
        outcome: makerOutcome,
        side: makerSide,
        shares,
        cents: own ? cents : 100 - cents,
      });
    });
    const worst = makers.map(({ cents }) => cents);
    const cents = side === 'BUY' ? Math.max(...worst) : Math.min(...worst);
    const shares = makers.reduce((sum, maker) => sum + maker.shares, 0);
    const taking = script.order(taker, conditionId, { outcome, side, shares, cents }, builder);
    const wallets = [taker, ...makers.map(({ wallet }) => wallet)];
    return script.commit(at, conditionId, wallets, script.besideQuotes(conditionId, [...resting, taking]));
  };
}

const positionAct =
  (type: 'splitPosition' | 'mergePosition') =>
  (at: number, wallet: string, shares: number): Act => {
    const draft = { type, wallet, conditionId: RAIN, sizeMicros: sizeMicros(shares * MICROS) };
    return (script) => script.commit(at, RAIN, [wallet], [draft]);
  };
export const split = positionAct('splitPosition');
export const merge = positionAct('mergePosition');

/** Opens a market, unless an earlier act did. */
export function open(at: number, conditionId = RAIN): Act {
  return (script) => script.commit(at, conditionId, [], []);
}

/** Pays every holder of shares, and ends the market. */
export function resolve(at: number, resolution: Resolution, conditionId = RAIN): Act {
  return (script) => script.commit(at, conditionId, [], [{ type: 'resolveMarket', conditionId, resolution }]);
}

/** Proposes a result that may be finalised at once. */
export function propose(at: number, resolution: Resolution, conditionId = RAIN): Act {
  const step = { conditionId, by: 'ann', reference: String(at), note: '', source: 'https://a.example/1' };
  return (script) => script.commit(at, conditionId, [], [{ ...step, type: 'proposeResolution', resolution, windowMillis: 0 }]);
}

/** Finalises the proposed result, without a grace period. */
export function finalize(at: number, resolution: Resolution, conditionId = RAIN): Act {
  const step = { conditionId, by: 'ben', reference: String(at), note: '' };
  return (script) => script.commit(at, conditionId, [], [{ ...step, type: 'finalizeResolution', resolution, graceMillis: 0 }]);
}

/** Sets the terms; omitted ones get the script's defaults. */
export function setTerms(at: number, terms: Partial<MarketTerms>, conditionId = RAIN, pinned?: PinnedRewards): Act {
  return (script) =>
    script.commit(at, conditionId, [], [{ type: 'setMarketTerms', conditionId, ...script.termsWith(terms) }], pinned);
}

const marketAct =
  (type: 'closeMarket' | 'pauseMarket' | 'resumeMarket') =>
  (at: number, conditionId: string): Act =>
  (script) =>
    script.commit(at, conditionId, [], [{ type, conditionId }]);
export const close = marketAct('closeMarket');
export const pause = marketAct('pauseMarket');
export const resume = marketAct('resumeMarket');

/** Best bid and ask of YES, in cents; null when the side is empty. */
export function quote(at: number, bidCents: number | null, askCents: number | null, conditionId = RAIN): Act {
  return (script) => script.commit(at, conditionId, [QUOTER], script.quotes(conditionId, bidCents, askCents));
}

export function credit(at: number, wallet: string, usdc: number): Act {
  return (script) => script.commit(at, RAIN, [], [{ type: 'credit', wallet, amountMicros: usdcMicros(usdc * MICROS) }]);
}

/** Measures the amounts in the book and the condition, as the service does after commits. */
export function measure(at: number, conditionId = RAIN): Act {
  return (script) => {
    script.journal.apply({ type: 'advanceTime', at: unixMillis(at) });
    return script.journal.commit({ measured: [conditionId] });
  };
}
