import { planOf, type Plan, type TicketFields, type TicketMarket } from '../ticket/plan';

/** A market in whole cents with an empty book, whose takers pay 7 % x p x (1 - p). */
export const TICKET_MARKET: TicketMarket = {
  tokenId: '7',
  isNegRisk: false,
  tick: '0.01',
  minimumShares: '5',
  delaySeconds: 0,
  fee: { rate: 0.07, exponent: 1, taker_only: true },
  bids: [],
  asks: [],
};

/** A limit BUY at 42 cents without an amount. */
export const TICKET_FIELDS: TicketFields = {
  side: 'BUY',
  kind: 'limit',
  fill: 'FAK',
  unit: 'shares',
  amount: '',
  cents: '42',
  endsIn: 0,
  postOnly: false,
};

/** The plan of a valid order; throws its problems. */
export function planned(fields: TicketFields, market: TicketMarket, nowSeconds = 0): Plan {
  const plan = planOf(fields, market, nowSeconds);
  if ('draft' in plan) return plan;
  throw new Error(JSON.stringify(plan));
}
