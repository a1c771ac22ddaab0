import { fieldTextOf } from '../figures/typed-figure';
import { offeredLevels, shareStep, takenOfBudget, worstAtLimit } from './estimate';
import { pricePipsOf, unitOf, worstCents, type TicketFields, type TicketMarket } from './plan';

/** Whole cents, as a reader would type. */
const CENT_MICROS = 10_000n;

/**
 * The largest order that the available amount pays for, fee included, as changed fields; null without a price, or when the amount
 * pays for none. For a market BUY the fee is that of the current book.
 */
export function maxOrder(
  fields: TicketFields,
  market: TicketMarket,
  availableMicros: bigint,
): Pick<TicketFields, 'amount' | 'unit'> | null {
  const limitPips = pricePipsOf(priced(fields, market, availableMicros), market);
  if (typeof limitPips !== 'bigint') return fields.side === 'SELL' ? allShares(availableMicros) : null;
  const step = shareStep(limitPips);
  const isByBudget = unitOf(fields) === 'dollars' && fields.kind === 'market';
  const fee = fields.kind === 'limit' && fields.postOnly ? null : market.fee;
  const micros = isByBudget
    ? largest(availableMicros, CENT_MICROS, (budget) => {
        const taken = takenOfBudget(offeredLevels(market.asks), limitPips, budget, market.fee);
        return budget + taken.feeMicros <= availableMicros;
      })
    : fields.side === 'SELL'
      ? availableMicros - (availableMicros % step)
      : largest((availableMicros * 10_000n) / limitPips, step, (shares) => {
          return worstAtLimit('BUY', limitPips, shares, fee) <= availableMicros;
        });
  return micros === 0n ? null : { amount: fieldTextOf(micros), unit: isByBudget ? 'dollars' : 'shares' };
}

/** All shares, before a price is known: in hundredths, which every price allows. */
function allShares(availableMicros: bigint): Pick<TicketFields, 'amount' | 'unit'> | null {
  const micros = availableMicros - (availableMicros % CENT_MICROS);
  return micros === 0n ? null : { amount: fieldTextOf(micros), unit: 'shares' };
}

/**
 * The suggested worst price depends on the amount: at the price for a small amount, a large order would seem to trade only
 * partly.
 */
function priced(fields: TicketFields, market: TicketMarket, availableMicros: bigint): TicketFields {
  if (fields.kind === 'limit' || fields.cents !== '') return fields;
  return { ...fields, cents: worstCents({ ...fields, amount: fieldTextOf(availableMicros) }, market) };
}

/** The largest integer of steps up to a bound that satisfies `holds`, which must be monotone. */
function largest(bound: bigint, step: bigint, holds: (micros: bigint) => boolean): bigint {
  let [low, high] = [0n, bound / step];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (holds(middle * step)) low = middle;
    else high = middle - 1n;
  }
  return low * step;
}
