import { costCeil } from '../arithmetic';
import type { PlaceOrder } from '../command';
import type { Market } from '../market/market';
import { feeOf, feeOnBudget } from '../matching/fee-meter';

/**
 * What a new order must be good for. A SELL: its shares. A BUY: its cost at the limit and the fee there, which is the
 * worst case because cost and fee together grow with the price as long as the rate is at most 1. A BUY by budget: the
 * budget and the rate on all of it, an upper bound of the fee at any price. A post-only order never takes, so it pays no
 * fee. Source: decisions, Funds.
 */
export function reservationMicros(command: PlaceOrder, budgetMicros: number | null, market: Market): number {
  if (command.side === 'SELL') return command.sizeMicros;
  const rate = market.takerFeeBps;
  if (budgetMicros !== null) return budgetMicros + feeOnBudget(budgetMicros, rate);
  const cost = costCeil(command.sizeMicros, command.pricePips);
  return command.postOnly ? cost : cost + feeOf(command.sizeMicros, command.pricePips, rate);
}
