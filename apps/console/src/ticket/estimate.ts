import { takerFee, type TakenFill } from '@foretell/client/browser';
import type { MarketRecord } from '@foretell/contracts';
import { microsOf } from '../figures/micros';

/*
 * What an order would cost, in whole millionths and ten-thousandths: a buyer's cost of a fill rounds up, a seller's proceeds
 * round down; the fee is the client's, which has the exchange's own formula. Source: decisions, Units and Matching.
 */

/** Ten-thousandths of a dollar in a dollar. */
export const PIPS = 10_000n;

export type Side = 'BUY' | 'SELL';

/** What takers pay, as the surface says it; null where they pay nothing. */
export type FeeTerms = MarketRecord['fee_schedule'];

/** A level of the book that an order may take, the best first. */
export type OfferedLevel = TakenFill;

/** What trades at once, as the book stands. */
export interface Taken {
  readonly sharesMicros: bigint;
  /** What the shares cost, or bring, before the fee. */
  readonly usdcMicros: bigint;
  readonly feeMicros: bigint;
}

/** The other side's levels, which the surface says worst first, in integers and best first; what is no figure is left out. */
export function offeredLevels(levels: readonly { readonly price: string; readonly size: string }[]): readonly OfferedLevel[] {
  return [...levels].reverse().flatMap(({ price, size }) => {
    const [pricePips, sizeMicros] = [pipsOf(price), microsOf(size)];
    return pricePips === null || sizeMicros === null ? [] : [{ pricePips, sizeMicros }];
  });
}

/** What of so many shares trades at once at a limit or better. */
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

/** What a BUY of so much money gets at once at a limit or better. */
export function takenOfBudget(levels: readonly OfferedLevel[], limitPips: bigint, budgetMicros: bigint, fee: FeeTerms): Taken {
  return takenWhile('BUY', levels, limitPips, fee, ({ pricePips, sizeMicros }, taken) =>
    smaller(sizeMicros, ((budgetMicros - taken.usdcMicros) * PIPS) / pricePips),
  );
}

/** The price of the last level that an amount needs, in dollars of a BUY and in shares of a SELL; null without a level. */
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
 * What so many shares cost, or bring, at their limit, fee included: the worst for them, whatever better prices they trade at,
 * because cost and fee together grow with the price. Source: decisions, Funds.
 */
export function worstAtLimit(side: Side, limitPips: bigint, sharesMicros: bigint, fee: FeeTerms): bigint {
  const atLimit = takerFee(fee, [{ sizeMicros: sharesMicros, pricePips: limitPips }]);
  if (side === 'BUY') return costUp(sharesMicros, limitPips) + atLimit;
  const proceeds = costDown(sharesMicros, limitPips);
  return proceeds - paidOf(side, proceeds, atLimit);
}

/** Shares come in steps of so many micros at a price, so that their cost is a whole number of them. */
export function shareStep(pricePips: bigint): bigint {
  let [divisor, rest] = [pricePips, PIPS];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return PIPS / divisor;
}

/** Shares for an amount of money at a price, in hundredths of a share, so that their cost is a whole number of millionths. */
export function sharesFor(usdcMicros: bigint, pricePips: bigint): bigint {
  const shares = (usdcMicros * PIPS) / pricePips;
  return shares - (shares % PIPS);
}

/** What shares cost at a price, rounded up. */
export function costUp(sharesMicros: bigint, pricePips: bigint): bigint {
  return (sharesMicros * pricePips + PIPS - 1n) / PIPS;
}

/** What shares bring at a price, rounded down. */
export function costDown(sharesMicros: bigint, pricePips: bigint): bigint {
  return (sharesMicros * pricePips) / PIPS;
}

/** "0.425" as 4250n; null for what is no price of at most four places. */
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

/** A SELL pays its fee out of what it brings, and never more than that. */
function paidOf(side: Side, usdcMicros: bigint, feeMicros: bigint): bigint {
  return side === 'BUY' ? feeMicros : smaller(usdcMicros, feeMicros);
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
