import type { PlaceOrderResult } from '@foretell/contracts';
import { groupedDecimal } from '../figures/decimal-text';
import { decimalOfMicros } from '../figures/micros';
import type { Side, Taken } from './estimate';

const CENTS_DIGITS = 2;

/**
 * What an order did or would do, for a person. Amounts are those that the surface says, to the last digit; the surface includes
 * the fee in them, which is named where it is known (`toldFee`).
 */
export function outcomeWords(
  side: Side,
  { status, takingAmount, makingAmount }: PlaceOrderResult,
  would: boolean,
  feeMicros: bigint | null = null,
): string {
  const [shares, dollars] = side === 'BUY' ? [takingAmount, makingAmount] : [makingAmount, takingAmount];
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

function feeWords(side: Side, feeMicros: bigint | null): string {
  if (feeMicros === null) return 'fee included';
  const taken = side === 'BUY' ? 'included' : 'taken off';
  return feeMicros === 0n ? 'without a fee' : `a fee of $${groupedDecimal(decimalOfMicros(feeMicros), CENTS_DIGITS)} ${taken}`;
}

/**
 * The fee within what the exchange says, where that is what was estimated to the last digit; null where the book has moved since,
 * so that the surface alone knows. What does not trade at once has none.
 */
export function toldFee(side: Side, told: Taken, { takingAmount, makingAmount }: PlaceOrderResult): bigint | null {
  const [shares, dollars] = side === 'BUY' ? [takingAmount, makingAmount] : [makingAmount, takingAmount];
  const { sharesMicros, usdcMicros, feeMicros } = told;
  if (shares === '') return sharesMicros === 0n ? 0n : null;
  const expected = side === 'BUY' ? usdcMicros + feeMicros : usdcMicros - feeMicros;
  return shares === decimalOfMicros(sharesMicros) && dollars === decimalOfMicros(expected) ? feeMicros : null;
}
