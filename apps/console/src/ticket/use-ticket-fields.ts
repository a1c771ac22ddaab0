import { useState } from 'react';
import { changed, onOtherOutcome, shownFields, type TicketState } from './field-change';
import { centsText, type TicketFields, type TicketMarket } from './plan';
import { pipsOf } from './estimate';
import type { TakenPrice } from './ticket-props';

const EMPTY: TicketState = {
  fields: {
    side: 'BUY',
    kind: 'limit',
    fill: 'FAK',
    unit: 'shares',
    amount: '',
    cents: '',
    endsIn: 0,
    postOnly: false,
  },
  isPriceOwn: false,
};

export interface UsedFields {
  /** As shown: with the best price if the reader has typed none. */
  readonly fields: TicketFields;
  readonly isPriceOwn: boolean;
  readonly change: (changed: Partial<TicketFields>) => void;
}

/** The fields of the ticket of an outcome. Another outcome takes its own price, and a price chosen in the book replaces it. */
export function useTicketFields(market: TicketMarket, taken: TakenPrice | null, side: TicketFields['side'] = 'BUY'): UsedFields {
  const [state, setState] = useState<TicketState>(() => ({ ...EMPTY, fields: { ...EMPTY.fields, side } }));
  const [tokenId, setTokenId] = useState(market.tokenId);
  const [seen, setSeen] = useState<TakenPrice | null>(null);
  if (tokenId !== market.tokenId) {
    setTokenId(market.tokenId);
    setState(onOtherOutcome);
  }
  if (taken !== seen) {
    setSeen(taken);
    const pips = taken === null ? null : pipsOf(taken.price);
    if (pips !== null) setState((known) => changed(known, { cents: centsText(pips) }, market));
  }
  const change = (next: Partial<TicketFields>): void => setState((known) => changed(known, next, market));
  return { fields: shownFields(state, market), isPriceOwn: state.isPriceOwn, change };
}
