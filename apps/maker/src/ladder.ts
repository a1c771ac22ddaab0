import type { Lmsr } from './lmsr';

/** A price of 1 USDC. */
export const PIPS = 10_000;
/** Sizes are multiples of a hundredth of a share, so that their cost is a whole number of micros at every price. */
const SIZE_STEP_MICROS = 10_000;
const SHARE_MICROS = 1_000_000;

/** Terms of the orders of one market. */
export interface LadderTerms {
  readonly tickPips: number;
  /** The smallest order that the market accepts. */
  readonly minimumMicros: number;
  /** Orders of each side. */
  readonly levels: number;
  /** Ticks from one order to the next. */
  readonly levelTicks: number;
  /** Ticks between the rule's price and the nearest order of each side. */
  readonly halfSpreadTicks: number;
}

/** An order to buy one outcome. Buying the second at p sells the first at 1 - p. */
export interface Quote {
  readonly outcome: 0 | 1;
  readonly pricePips: number;
  readonly sizeMicros: number;
}

/**
 * The orders that a maker wants in the book after it has sold `soldMicros` of the first outcome, net. Each order covers the part
 * of the rule's curve up to its own price. So any fills, in any order, earn at least what the rule requires.
 * Sizes are rounded down. The borders between orders do not depend on `soldMicros`: after a fill only the nearest orders change.
 */
export function ladder(lmsr: Lmsr, soldMicros: number, terms: LadderTerms): readonly Quote[] {
  return [...sideOf(lmsr, soldMicros, terms, 1), ...sideOf(lmsr, soldMicros, terms, -1)];
}

/** @param direction 1 sells the first outcome at growing prices; -1 buys it at falling ones */
function sideOf(lmsr: Lmsr, soldMicros: number, terms: LadderTerms, direction: 1 | -1): readonly Quote[] {
  const { tickPips, levels, levelTicks, halfSpreadTicks, minimumMicros } = terms;
  const fairTicks = (lmsr.price(soldMicros / SHARE_MICROS) * PIPS) / tickPips;
  const nearest = fairTicks + direction * halfSpreadTicks;
  const step = direction * levelTicks;
  const quotes: Quote[] = [];
  let covered = soldMicros;
  // Prices on a fixed grid of every levelTicks-th tick, so that the same prices are quoted after a fill.
  let tick = direction * Math.ceil((direction * nearest) / levelTicks) * levelTicks;
  for (; quotes.length < levels && tick > 0 && tick * tickPips < PIPS; tick += step) {
    const pips = tick * tickPips;
    const border = borderOf(lmsr, pips, direction);
    const sizeMicros = floorToStep(direction * (border - covered));
    if (sizeMicros < minimumMicros) continue;
    quotes.push({ outcome: direction === 1 ? 1 : 0, pricePips: direction === 1 ? PIPS - pips : pips, sizeMicros });
    covered = border;
  }
  return quotes;
}

/** The net amount sold up to which an order at this price may trade, rounded towards selling less. */
function borderOf(lmsr: Lmsr, pips: number, direction: 1 | -1): number {
  return direction * floorToStep(direction * lmsr.soldAt(pips / PIPS) * SHARE_MICROS);
}

function floorToStep(micros: number): number {
  return Math.floor(micros / SIZE_STEP_MICROS) * SIZE_STEP_MICROS;
}
