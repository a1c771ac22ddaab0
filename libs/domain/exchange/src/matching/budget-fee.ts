import type { UsdcMicros } from '@foretell/units';
import { FeeMeter, ZERO_SIZE, complementPips, smaller } from '../arithmetic';
import { NO_LEVEL } from '../book/level-pool';
import type { PlaceOrder } from '../command';
import type { Account } from '../ledger/account';
import type { Market } from '../market/market';
import { NO_ORDER } from '../orders/order-pool';
import type { State } from '../state';
import { TakerRemainder } from './taker-remainder';

/**
 * The fee of what a BUY's budget buys from the current book: exactly what matching would charge, to the micro. A bound by the
 * limit price does not work: a better price buys more shares with one budget, at a higher fee. A client that spends its complete
 * balance has calculated with the prices that it saw. Source: interface, Matching and Funds.
 */
export function feeOnBudget(
  { orders, levels, links, rules }: State,
  market: Market,
  account: Account | undefined,
  { outcome, pricePips }: PlaceOrder,
  budgetMicros: UsdcMicros,
): number {
  if (market.feeRateBps === 0) return 0;
  const limit = outcome === 0 ? pricePips : complementPips(pricePips);
  const side = market.side(outcome !== 0);
  const appetite = new TakerRemainder(ZERO_SIZE, budgetMicros);
  const meter = new FeeMeter(market);
  let fee = 0;
  let fills = 0;
  for (let level = side.crossedBy(limit); level !== NO_LEVEL; level = side.behind(level, limit)) {
    const bookPips = levels.pricePips(level);
    const price = outcome === 0 ? bookPips : complementPips(bookPips);
    for (let maker = levels.first(level); maker !== NO_ORDER; maker = links.after(maker)) {
      const wanted = appetite.at(price);
      if (wanted === 0) return fee;
      if (orders.account(maker) === account?.number) continue;
      if (fills === rules.bounds.fillsMax) return fee;
      fills += 1;
      const size = smaller(wanted, orders.remainingMicros(maker));
      fee = meter.add(size, price);
      appetite.take(size, price);
    }
  }
  return fee;
}
