import { groupedDecimal } from '../figures/decimal-text';
import { decimalOfMicros } from '../figures/micros';
import { offeredLevels, PIPS } from './estimate';
import { offeredPrice } from './field-change';
import { centsText, type Plan, type TicketFields, type TicketMarket } from './plan';

/** Minimum distance between the best price and the last one that trades, for a warning. */
const IMPACT_PIPS = 500n;
const IMPACT_PERCENT = 10n;
const CENTS_DIGITS = 2;

/** Warnings shown before an order is reviewed, the most serious first. They do not prevent the order. */
export function warningsOf(
  fields: TicketFields,
  market: TicketMarket,
  { plan, availableMicros }: { readonly plan: Plan | null; readonly availableMicros: bigint | null },
): readonly string[] {
  const isBuy = fields.side === 'BUY';
  if (fields.kind === 'market' && offeredPrice(fields.side, market) === null)
    return [`The book has no ${isBuy ? 'asks' : 'bids'}, so a market order cannot fill. Place a limit order.`];
  if (plan === null) return [];
  return [shortOf(plan, availableMicros), impactOf(plan, market)].filter((sentence) => sentence !== null);
}

function shortOf({ draft, worstMicros, sharesMicros }: Plan, availableMicros: bigint | null): string | null {
  const isBuy = draft.side === 'BUY';
  const needed = isBuy ? worstMicros : sharesMicros;
  if (availableMicros === null || needed <= availableMicros) return null;
  const [need, have] = [needed, availableMicros].map((micros) =>
    isBuy ? `$${groupedDecimal(decimalOfMicros(micros), CENTS_DIGITS)}` : `${groupedDecimal(decimalOfMicros(micros))} shares`,
  );
  return `Not enough: this order needs ${need}, and you have ${have}.`;
}

function impactOf({ draft, taken }: Plan, market: TicketMarket): string | null {
  const isBuy = draft.side === 'BUY';
  const levels = offeredLevels(isBuy ? market.asks : market.bids);
  let left = taken.sharesMicros;
  const best = levels[0]?.pricePips ?? 0n;
  let last = best;
  for (const { pricePips, sizeMicros } of levels) {
    if (left <= 0n) break;
    last = pricePips;
    left -= sizeMicros;
  }
  const moved = last > best ? last - best : best - last;
  if (moved === 0n || (moved < IMPACT_PIPS && moved * 100n < best * IMPACT_PERCENT)) return null;
  const average = (taken.usdcMicros * PIPS) / taken.sharesMicros;
  return `Price impact: it takes the book from ${centsText(best)}¢ to ${centsText(last)}¢, ${centsText(average)}¢ on average.`;
}
