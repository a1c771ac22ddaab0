import type { MarketRecord, OrderBookSummary } from '@foretell/contracts';
import type { TicketMarket } from './plan';

/** The inputs of an estimate: the market's fee and delay, and the rules and levels of the token's book. */
export function ticketMarket(
  { fee_schedule: schedule, seconds_delay: delaySeconds }: Pick<MarketRecord, 'fee_schedule' | 'seconds_delay'>,
  book: OrderBookSummary,
): TicketMarket {
  return {
    tokenId: book.asset_id,
    isNegRisk: book.neg_risk,
    tick: book.tick_size,
    minimumShares: book.min_order_size,
    delaySeconds,
    fee: schedule,
    bids: book.bids,
    asks: book.asks,
  };
}
