import type { OrderDraft } from '@foretell/client/browser';
import { groupedDecimal } from '../figures/decimal-text';
import { decimalOfMicros, microsOf } from '../figures/micros';
import { fieldTextOf, typedFigure } from '../figures/typed-figure';
import {
  costDown,
  costUp,
  decimalOfPips,
  offeredLevels,
  pipsOf,
  priceReached,
  shareStep,
  sharesFor,
  takenOfBudget,
  takenOfShares,
  worstAtLimit,
  type FeeTerms,
  type Side,
  type Taken,
} from './estimate';

/** The ticket's fields, as typed. */
export interface TicketFields {
  readonly side: Side;
  readonly kind: 'limit' | 'market';
  /** For a market order: all or nothing, or what is available. */
  readonly fill: 'FOK' | 'FAK';
  readonly unit: 'shares' | 'dollars';
  readonly amount: string;
  /** In cents: the limit price, of a market order the worst that it accepts. */
  readonly cents: string;
  /** Seconds until a limit order expires; 0 for never. */
  readonly endsIn: number;
  readonly postOnly: boolean;
}

/** The market, as its service returns it. */
export interface TicketMarket {
  readonly tokenId: string;
  readonly isNegRisk: boolean;
  readonly tick: string;
  readonly minimumShares: string;
  /** Delay of an order that would trade at once. */
  readonly delaySeconds: number;
  readonly fee: FeeTerms;
  readonly bids: readonly { readonly price: string; readonly size: string }[];
  readonly asks: readonly { readonly price: string; readonly size: string }[];
}

/** An invalid field, and how to correct it. */
export interface Problem {
  readonly field: 'amount' | 'cents';
  readonly text: string;
}

/** An order that can be signed, and what is shown before. */
export interface Plan {
  readonly draft: OrderDraft;
  /** The fee terms of the estimate. */
  readonly fee: FeeTerms;
  readonly sharesMicros: bigint;
  readonly limitPips: bigint;
  /** The part that trades at once, by the book of the estimate. */
  readonly taken: Taken;
  /**
   * Fee included. For a BUY of shares: the most that it takes from the wallet. For a SELL: the least that all its shares bring.
   * For a BUY with a budget: the most by the book of the estimate; a better book gives more shares and a higher fee.
   */
  readonly worstMicros: bigint;
}

/**
 * Minimum of a market order in dollars, or less where the market's minimum of shares costs less. This is the exchange's own rule.
 */
const MINIMUM_BUDGET_MICROS = 1_000_000n;
const SHARE_CENT_MICROS = 10_000n;
/** A billion shares or dollars: the maximum of an order. */
const MAXIMUM_MICROS = 10n ** 15n;
const CENT_PIPS = 100n;
/** A market order requests multiples of a ten-thousandth of a share. */
const BUDGET_SHARE_STEP = 100n;
const PIPS = 10_000n;

/** A market BUY is measured in money and a market SELL in shares, as on the exchange. */
export function unitOf({ kind, side, unit }: TicketFields): 'shares' | 'dollars' {
  if (kind === 'limit') return unit;
  return side === 'BUY' ? 'dollars' : 'shares';
}

/** The order of the fields, or its problems. */
export function planOf(fields: TicketFields, market: TicketMarket, nowSeconds: number): Plan | readonly Problem[] {
  const limitPips = pricePipsOf(fields, market);
  const amount = amountOf(fields);
  if (typeof limitPips !== 'bigint') return typeof amount === 'bigint' ? [limitPips] : [amount, limitPips];
  if (typeof amount !== 'bigint') return [amount];
  if (fields.kind === 'market' && fields.side === 'BUY') return budgetPlan(fields, market, limitPips, amount);
  const sharesMicros = unitOf(fields) === 'shares' ? amount : sharesFor(amount, limitPips);
  const fault = sharesFault(sharesMicros, limitPips, leastShares(fields, market));
  return fault === null ? sharesPlan(fields, market, { limitPips, sharesMicros, nowSeconds }) : [fault];
}

function budgetPlan(fields: TicketFields, market: TicketMarket, limitPips: bigint, budget: bigint): Plan | readonly Problem[] {
  const least = leastBudget(market, limitPips);
  if (budget < least)
    return [{ field: 'amount', text: `A market order here spends at least $${groupedDecimal(decimalOfMicros(least), 2)}.` }];
  const shares = (budget * PIPS) / limitPips;
  const takerAmount = shares - (shares % BUDGET_SHARE_STEP);
  const taken = takenOfBudget(offeredLevels(market.asks), limitPips, budget, market.fee);
  const { tokenId, isNegRisk } = market;
  return {
    draft: { tokenId, isNegRisk, side: 'BUY', orderType: fields.fill, makerAmount: budget, takerAmount },
    fee: market.fee,
    sharesMicros: takerAmount,
    limitPips,
    taken,
    worstMicros: budget + taken.feeMicros,
  };
}

function leastBudget({ minimumShares }: TicketMarket, limitPips: bigint): bigint {
  const minimum = microsOf(minimumShares) ?? 0n;
  const cost = costUp(minimum > SHARE_CENT_MICROS ? minimum : SHARE_CENT_MICROS, limitPips);
  return cost < MINIMUM_BUDGET_MICROS ? cost : MINIMUM_BUDGET_MICROS;
}

interface Asked {
  readonly limitPips: bigint;
  readonly sharesMicros: bigint;
  readonly nowSeconds: number;
}

function sharesPlan(fields: TicketFields, market: TicketMarket, { limitPips, sharesMicros, nowSeconds }: Asked): Plan {
  const { side } = fields;
  const isBuy = side === 'BUY';
  const cost = isBuy ? costUp(sharesMicros, limitPips) : costDown(sharesMicros, limitPips);
  const taken = takenOfShares(side, offeredLevels(isBuy ? market.asks : market.bids), limitPips, sharesMicros, market.fee);
  // An order that only rests pays no fee.
  const fee = fields.kind === 'limit' && fields.postOnly ? null : market.fee;
  const { tokenId, isNegRisk } = market;
  const draft = {
    tokenId,
    isNegRisk,
    side,
    makerAmount: isBuy ? cost : sharesMicros,
    takerAmount: isBuy ? sharesMicros : cost,
    ...termsOf(fields, nowSeconds),
  };
  const worstMicros = worstAtLimit(side, limitPips, sharesMicros, fee);
  return { draft, fee: market.fee, sharesMicros, limitPips, taken, worstMicros };
}

function termsOf({ kind, fill, endsIn, postOnly }: TicketFields, nowSeconds: number) {
  if (kind === 'market') return { orderType: fill };
  const ending =
    endsIn === 0 ? { orderType: 'GTC' as const } : { orderType: 'GTD' as const, expirationSeconds: nowSeconds + endsIn };
  return postOnly ? { ...ending, postOnly } : ending;
}

/** The limit, or a market order's worst price, in ten-thousandths of a dollar. */
export function pricePipsOf({ cents, kind }: TicketFields, { tick }: TicketMarket): bigint | Problem {
  const what = kind === 'limit' ? 'The price' : 'The limit price';
  const centMicros = typedFigure(cents, 'cents');
  const tickPips = pipsOf(tick) ?? CENT_PIPS;
  if (typeof centMicros === 'string') return { field: 'cents', text: centMicros };
  if (centMicros === null || centMicros % 10_000n !== 0n)
    return { field: 'cents', text: `${what} must be a number of cents, such as 42.` };
  const pips = centMicros / 10_000n;
  if (pips % tickPips !== 0n)
    return {
      field: 'cents',
      text: `${what} must be a multiple of ${centsText(tickPips)}¢. Nearest: ${centsText(nearest(pips, tickPips))}¢.`,
    };
  if (pips < tickPips || pips > PIPS - tickPips)
    return { field: 'cents', text: `${what} must be between ${centsText(tickPips)}¢ and ${centsText(PIPS - tickPips)}¢.` };
  return pips;
}

function amountOf(fields: TicketFields): bigint | Problem {
  const unit = unitOf(fields);
  const micros = typedFigure(fields.amount, unit);
  if (typeof micros === 'string') return { field: 'amount', text: micros };
  if (micros !== null && micros > MAXIMUM_MICROS)
    return { field: 'amount', text: `An order is of at most 1,000,000,000 ${unit}.` };
  if (micros !== null && micros > 0n) return micros;
  const text = unit === 'shares' ? 'Say how many shares, such as 10.' : 'Say how many dollars, such as 25.';
  return { field: 'amount', text };
}

/** What is held can be sold at once, also below the market's minimum. */
function leastShares({ kind }: TicketFields, { minimumShares }: TicketMarket): bigint {
  const minimum = microsOf(minimumShares) ?? 0n;
  return kind === 'market' && minimum > SHARE_CENT_MICROS ? SHARE_CENT_MICROS : minimum;
}

function sharesFault(sharesMicros: bigint, limitPips: bigint, minimum: bigint): Problem | null {
  if (sharesMicros < minimum || sharesMicros === 0n) {
    const least = groupedDecimal(decimalOfMicros(costUp(minimum, limitPips)), 2);
    return {
      field: 'amount',
      text: `An order here is of at least ${decimalOfMicros(minimum)} shares ($${least} at this price).`,
    };
  }
  if (sharesMicros > MAXIMUM_MICROS) return { field: 'amount', text: 'An order is of at most 1,000,000,000 shares.' };
  const step = shareStep(limitPips);
  if (sharesMicros % step !== 0n) {
    const floor = fieldTextOf(sharesMicros - (sharesMicros % step));
    return { field: 'amount', text: `At this price shares come in steps of ${decimalOfMicros(step)}. Just below: ${floor}.` };
  }
  return null;
}

function nearest(pips: bigint, tickPips: bigint): bigint {
  const rounded = ((pips + tickPips / 2n) / tickPips) * tickPips;
  if (rounded < tickPips) return tickPips;
  return rounded > PIPS - tickPips ? PIPS - tickPips : rounded;
}

/** 4250n as "42.5". */
export function centsText(pips: bigint): string {
  return decimalOfPips(pips * CENT_PIPS);
}

/** Two ticks beyond the last price that the amount needs, in cents: the suggested worst price of a market order. */
export function worstCents(fields: TicketFields, { bids, asks, tick }: TicketMarket): string {
  const { side } = fields;
  const tickPips = pipsOf(tick) ?? CENT_PIPS;
  const amount = amountOf(fields);
  const reached = priceReached(side, offeredLevels(side === 'BUY' ? asks : bids), typeof amount === 'bigint' ? amount : 0n);
  if (reached === null) return '';
  const allowed = 2n * tickPips;
  return centsText(nearest(side === 'BUY' ? reached + allowed : reached - allowed, tickPips));
}
