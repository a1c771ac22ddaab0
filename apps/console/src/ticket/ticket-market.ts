import type { MarketRecord, OrderBookSummary } from '@foretell/contracts';
import { feeTermsOf } from './estimate';
import type { TicketMarket } from './plan';

/** What an estimate needs: the market's fee, and the rules and levels that came with the token's book. */
export function ticketMarket(
  { fee_schedule: schedule }: Pick<MarketRecord, 'fee_schedule'>,
  book: OrderBookSummary,
): TicketMarket {
  return {
    tokenId: book.asset_id,
    isNegRisk: book.neg_risk,
    tick: book.tick_size,
    minimumShares: book.min_order_size,
    fee: feeTermsOf(schedule),
    bids: book.bids,
    asks: book.asks,
  };
}
