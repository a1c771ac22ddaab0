import { decimalOfMicros } from '../figures/micros';
import { offeredLevels, shareStep, takenOfBudget, worstAtLimit } from './estimate';
import { pricePipsOf, unitOf, worstCents, type TicketFields, type TicketMarket } from './plan';

/** Whole cents, which is what a reader would have typed. */
const CENT_MICROS = 10_000n;

/**
 * The largest order that what the wallet may use pays for, fee included, as the fields to change; null without a price to count
 * with, or when it pays for none. Of a market BUY the fee is the book's as it stands.
 */
export function mostOf(
  fields: TicketFields,
  market: TicketMarket,
  availableMicros: bigint,
): Pick<TicketFields, 'amount' | 'unit'> | null {
  const limitPips = pricePipsOf(priced(fields, market, availableMicros), market);
  if (typeof limitPips !== 'bigint') return null;
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
  return micros === 0n ? null : { amount: decimalOfMicros(micros), unit: isByBudget ? 'dollars' : 'shares' };
}

/** A worst price that is offered is offered by the amount: with that of a small one, a large one would seem to trade in part. */
function priced(fields: TicketFields, market: TicketMarket, availableMicros: bigint): TicketFields {
  if (fields.kind === 'limit' || fields.cents !== '') return fields;
  return { ...fields, cents: worstCents({ ...fields, amount: decimalOfMicros(availableMicros) }, market) };
}

/** The largest whole number of steps up to a bound that holds, of what holds for all smaller ones. */
function largest(bound: bigint, step: bigint, holds: (micros: bigint) => boolean): bigint {
  let [low, high] = [0n, bound / step];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (holds(middle * step)) low = middle;
    else high = middle - 1n;
  }
  return low * step;
}
