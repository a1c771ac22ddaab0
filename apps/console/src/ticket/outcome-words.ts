import type { PlaceOrderResult } from '@foretell/contracts';
import { groupedDecimal } from '../figures/decimal-text';
import { decimalOfMicros, microsOf } from '../figures/micros';
import type { Side, Taken } from './estimate';

const CENTS_DIGITS = 2;

/**
 * Describes the result of an order, or of its rehearsal. Amounts are the service's, to the last digit, with its fee; the fee is
 * named where it is known (`shownFee`).
 */
export function outcomeWords(side: Side, result: PlaceOrderResult, would: boolean, feeMicros: bigint | null = null): string {
  const { status } = result;
  const [shares, dollars] = amountsOf(side, result);
  const verb = side === 'BUY' ? (would ? 'buy' : 'bought') : would ? 'sell' : 'sold';
  const traded =
    shares === ''
      ? null
      : `${would ? `It would ${verb}` : `You ${verb}`} ${groupedDecimal(shares)} shares for $${groupedDecimal(dollars, CENTS_DIGITS)} at once, ${feeWords(side, feeMicros)}.`;
  switch (status) {
    case 'matched':
      return traded ?? (would ? 'It would be filled at once.' : 'It was filled at once.');
    case 'live':
      return [
        traded,
        `${traded === null ? (would ? 'It would rest' : 'It rests') : 'The rest' + (would ? ' would stand' : ' stands')} in the book.`,
      ]
        .filter((part) => part !== null)
        .join(' ');
    case 'delayed':
      return `It ${would ? 'would wait' : 'waits'} for the market’s delay before it trades.`;
    case 'canceled':
      return 'It was cancelled.';
    default:
      return traded ?? `${would ? 'It would be' : 'It was'} ${status}.`;
  }
}

/** Shares, and dollars including the fee: more for a BUY, less for a SELL. */
function amountsOf(side: Side, { takingAmount, makingAmount, feeUsd = '0' }: PlaceOrderResult): readonly [string, string] {
  const [shares, dollars] = side === 'BUY' ? [takingAmount, makingAmount] : [makingAmount, takingAmount];
  const [usdc, fee] = [microsOf(dollars), microsOf(feeUsd)];
  if (usdc === null || fee === null) return [shares, dollars];
  return [shares, decimalOfMicros(side === 'BUY' ? usdc + fee : usdc - fee)];
}

function feeWords(side: Side, feeMicros: bigint | null): string {
  if (feeMicros === null) return 'fee included';
  const taken = side === 'BUY' ? 'included' : 'taken off';
  return feeMicros === 0n ? 'without a fee' : `a fee of $${groupedDecimal(decimalOfMicros(feeMicros), CENTS_DIGITS)} ${taken}`;
}

/**
 * The fee within the exchange's amounts, if they equal the estimate to the last digit. Null when the book has moved since: then
 * only the service knows the fee. An order that does not trade at once has none.
 */
export function shownFee(side: Side, estimated: Taken, result: PlaceOrderResult): bigint | null {
  const [shares, dollars] = amountsOf(side, result);
  const { sharesMicros, usdcMicros, feeMicros } = estimated;
  if (shares === '') return sharesMicros === 0n ? 0n : null;
  const expected = side === 'BUY' ? usdcMicros + feeMicros : usdcMicros - feeMicros;
  return shares === decimalOfMicros(sharesMicros) && dollars === decimalOfMicros(expected) ? feeMicros : null;
}
