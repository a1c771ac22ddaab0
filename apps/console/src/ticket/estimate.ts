import { microsOf } from '../figures/micros';

/*
 * What an order would cost, in whole millionths and ten-thousandths: a buyer's cost of a fill rounds up, a seller's proceeds
 * round down, the fee is taken once over all fills and rounds down to 0.00001 USDC. Source: decisions, Units and Matching.
 */

/** Ten-thousandths of a dollar in a dollar. */
export const PIPS = 10_000n;
const RATE_ONE = 10_000n;
const FEE_STEP_MICROS = 10n;

export type Side = 'BUY' | 'SELL';

/** What takers pay: shares x rate x (p x (1 - p))^exponent; the rate in ten-thousandths. */
export interface FeeTerms {
  readonly rate: bigint;
  readonly exponent: bigint;
}

/** A level of the book that an order may take, the best first. */
export interface OfferedLevel {
  readonly pricePips: bigint;
  readonly sizeMicros: bigint;
}

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
  fee: FeeTerms | null,
): Taken {
  return takenWhile(side, levels, limitPips, fee, ({ pricePips: _price, sizeMicros }, taken) =>
    smaller(sizeMicros, sharesMicros - taken.sharesMicros),
  );
}

/** What a BUY of so much money gets at once at a limit or better. */
export function takenOfBudget(
  levels: readonly OfferedLevel[],
  limitPips: bigint,
  budgetMicros: bigint,
  fee: FeeTerms | null,
): Taken {
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

/** The most that the fee of so many shares can be, whatever prices at the limit or better they trade at. */
export function worstFee(side: Side, limitPips: bigint, sharesMicros: bigint, fee: FeeTerms | null): bigint {
  const half = PIPS / 2n;
  const reachesHalf = side === 'BUY' ? limitPips >= half : limitPips <= half;
  return fee === null ? 0n : feeOf(weight(sharesMicros, reachesHalf ? half : limitPips, fee), fee);
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

/** The surface says the schedule in numbers, whose shortest digits are the ones it means; null without a fee. */
export function feeTermsOf(schedule: { readonly rate: number; readonly exponent: number } | null): FeeTerms | null {
  const rate = schedule === null ? null : pipsOf(String(schedule.rate));
  return schedule === null || rate === null || rate === 0n ? null : { rate, exponent: BigInt(schedule.exponent) };
}

function takenWhile(
  side: Side,
  levels: readonly OfferedLevel[],
  limitPips: bigint,
  fee: FeeTerms | null,
  sizeAt: (level: OfferedLevel, taken: Omit<Taken, 'feeMicros'>) => bigint,
): Taken {
  let [sharesMicros, usdcMicros, feeWeight] = [0n, 0n, 0n];
  for (const level of levels) {
    const isWithin = side === 'BUY' ? level.pricePips <= limitPips : level.pricePips >= limitPips;
    const size = isWithin ? sizeAt(level, { sharesMicros, usdcMicros }) : 0n;
    if (size <= 0n) break;
    sharesMicros += size;
    usdcMicros += side === 'BUY' ? costUp(size, level.pricePips) : costDown(size, level.pricePips);
    if (fee !== null) feeWeight += weight(size, level.pricePips, fee);
  }
  return { sharesMicros, usdcMicros, feeMicros: fee === null ? 0n : feeOf(feeWeight, fee) };
}

/** Shares x rate x (p x (1 - p))^exponent, not yet divided by the units of rate and price. */
function weight(sharesMicros: bigint, pricePips: bigint, { rate, exponent }: FeeTerms): bigint {
  return sharesMicros * rate * (pricePips * (PIPS - pricePips)) ** exponent;
}

function feeOf(feeWeight: bigint, { exponent }: FeeTerms): bigint {
  const step = RATE_ONE * FEE_STEP_MICROS * (PIPS * PIPS) ** exponent;
  return (feeWeight / step) * FEE_STEP_MICROS;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
