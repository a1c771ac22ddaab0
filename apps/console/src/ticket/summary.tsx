import type { ReactNode } from 'react';
import { centsText, pricePipsOf, type TicketFields, type TicketMarket } from './plan';

interface SummaryProps {
  readonly fields: TicketFields;
  readonly terms: TicketMarket;
  readonly label: string;
}

/** The order in one line, with the price as it is signed, not as it was typed. */
export function Summary({ fields, terms, label }: SummaryProps): ReactNode {
  const isLimit = fields.kind === 'limit';
  const pips = pricePipsOf(fields, terms);
  return (
    <p className="ticket-summary">
      {isLimit ? 'Limit' : 'Market'} order: {fields.side === 'BUY' ? 'buy' : 'sell'} {label} at{' '}
      {typeof pips === 'bigint' && `${centsText(pips)}¢`}
      {isLimit ? '' : ' or better'}
    </p>
  );
}
