import type { PlaceOrderResult } from '@foretell/contracts';
import { groupedDecimal } from '../figures/decimal-text';
import type { Side } from './estimate';

const CENTS_DIGITS = 2;

/** What an order did or would do, for a person. Amounts are those that the surface says, to the last digit. */
export function outcomeWords(side: Side, { status, takingAmount, makingAmount }: PlaceOrderResult, would: boolean): string {
  const [shares, dollars] = side === 'BUY' ? [takingAmount, makingAmount] : [makingAmount, takingAmount];
  const verb = side === 'BUY' ? (would ? 'buy' : 'bought') : would ? 'sell' : 'sold';
  const traded =
    shares === ''
      ? null
      : `${would ? `It would ${verb}` : `You ${verb}`} ${groupedDecimal(shares)} shares for $${groupedDecimal(dollars, CENTS_DIGITS)} at once, fee included.`;
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
