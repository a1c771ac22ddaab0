import { takerFee, type TakenFill } from '@foretell/client/browser';
import type { MarketRecord } from '@foretell/contracts';
import { microsOf } from '../figures/micros';

/*
 * Estimates the cost of an order, in integer millionths and ten-thousandths. A buyer's cost of a fill rounds up, a seller's
 * proceeds round down. The client computes the fee with the exchange's own formula. Source: interface, Units and Matching.
 */

/** Ten-thousandths of a dollar in a dollar. */
export const PIPS = 10_000n;

export type Side = 'BUY' | 'SELL';

/** The taker fee terms, as the service returns them; null if takers pay nothing. */
export type FeeTerms = MarketRecord['fee_schedule'];

/** A level of the book that an order may take, the best first. */
export type OfferedLevel = TakenFill;

/** The part of an order that trades at once, by the current book. */
export interface Taken {
  readonly sharesMicros: bigint;
  /** Cost or proceeds of the shares before the fee. */
  readonly usdcMicros: bigint;
  readonly feeMicros: bigint;
}

/** The opposite side's levels in integers, best first; the service returns them worst first. Invalid levels are left out. */
export function offeredLevels(levels: readonly { readonly price: string; readonly size: string }[]): readonly OfferedLevel[] {
  return [...levels].reverse().flatMap(({ price, size }) => {
    const [pricePips, sizeMicros] = [pipsOf(price), microsOf(size)];
    return pricePips === null || sizeMicros === null ? [] : [{ pricePips, sizeMicros }];
  });
}

/** The part of a number of shares that trades at once at a limit or better. */
export function takenOfShares(
  side: Side,
  levels: readonly OfferedLevel[],
  limitPips: bigint,
  sharesMicros: bigint,
  fee: FeeTerms,
): Taken {
  return takenWhile(side, levels, limitPips, fee, ({ pricePips: _price, sizeMicros }, taken) =>
    smaller(sizeMicros, sharesMicros - taken.sharesMicros),
  );
}

/** What a BUY with a budget gets at once at a limit or better. */
export function takenOfBudget(levels: readonly OfferedLevel[], limitPips: bigint, budgetMicros: bigint, fee: FeeTerms): Taken {
  return takenWhile('BUY', levels, limitPips, fee, ({ pricePips, sizeMicros }, taken) =>
    smaller(sizeMicros, ((budgetMicros - taken.usdcMicros) * PIPS) / pricePips),
  );
}

/** The price of the last level that an amount needs, in dollars for a BUY and in shares for a SELL; null without a level. */
export function priceReached(side: Side, levels: readonly OfferedLevel[], amountMicros: bigint): bigint | null {
  let left = amountMicros;
  let reached: bigint | null = null;
  for (const { pricePips, sizeMicros } of levels) {
    if (reached !== null && left <= 0n) break;
    reached = pricePips;
    left -= side === 'BUY' ? costUp(sizeMicros, pricePips) : sizeMicros;
  }
  return reached;
}

/**
 * Cost or proceeds of shares at their limit, fee included. This is the worst case: at better prices cost and fee are lower,
 * because they grow with the price. Source: interface, Funds.
 */
export function worstAtLimit(side: Side, limitPips: bigint, sharesMicros: bigint, fee: FeeTerms): bigint {
  const atLimit = takerFee(fee, [{ sizeMicros: sharesMicros, pricePips: limitPips }]);
  if (side === 'BUY') return costUp(sharesMicros, limitPips) + atLimit;
  const proceeds = costDown(sharesMicros, limitPips);
  return proceeds - paidOf(side, proceeds, atLimit);
}

/** The step of a number of shares at a price, in micros, so that their cost is an integer. */
export function shareStep(pricePips: bigint): bigint {
  let [divisor, rest] = [pricePips, PIPS];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return PIPS / divisor;
}

/** Shares for an amount of money at a price, in hundredths of a share, so that their cost is an integer of millionths. */
export function sharesFor(usdcMicros: bigint, pricePips: bigint): bigint {
  const shares = (usdcMicros * PIPS) / pricePips;
  return shares - (shares % PIPS);
}

/** Cost of shares at a price, rounded up. */
export function costUp(sharesMicros: bigint, pricePips: bigint): bigint {
  return (sharesMicros * pricePips + PIPS - 1n) / PIPS;
}

/** Proceeds of shares at a price, rounded down. */
export function costDown(sharesMicros: bigint, pricePips: bigint): bigint {
  return (sharesMicros * pricePips) / PIPS;
}

/** "0.425" as 4250n; null for a text that is not a price with at most four decimals. */
export function pipsOf(text: string): bigint | null {
  const micros = microsOf(text);
  return micros === null || micros % 100n !== 0n ? null : micros / 100n;
}

/** 4250n as "0.425". */
export function decimalOfPips(pips: bigint): string {
  const fraction = String(pips % PIPS)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${pips / PIPS}${fraction === '' ? '' : `.${fraction}`}`;
}

function takenWhile(
  side: Side,
  levels: readonly OfferedLevel[],
  limitPips: bigint,
  fee: FeeTerms,
  sizeAt: (level: OfferedLevel, taken: Omit<Taken, 'feeMicros'>) => bigint,
): Taken {
  let [sharesMicros, usdcMicros] = [0n, 0n];
  const fills: TakenFill[] = [];
  for (const level of levels) {
    const isWithin = side === 'BUY' ? level.pricePips <= limitPips : level.pricePips >= limitPips;
    const size = isWithin ? sizeAt(level, { sharesMicros, usdcMicros }) : 0n;
    if (size <= 0n) break;
    sharesMicros += size;
    usdcMicros += side === 'BUY' ? costUp(size, level.pricePips) : costDown(size, level.pricePips);
    fills.push({ sizeMicros: size, pricePips: level.pricePips });
  }
  return { sharesMicros, usdcMicros, feeMicros: paidOf(side, usdcMicros, takerFee(fee, fills)) };
}

/** A SELL pays its fee out of its proceeds, and never more than them. */
function paidOf(side: Side, usdcMicros: bigint, feeMicros: bigint): bigint {
  return side === 'BUY' ? feeMicros : smaller(usdcMicros, feeMicros);
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
