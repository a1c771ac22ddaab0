import type { MarketRecord, OrderBookSummary } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { bestOf } from '../../books/book-levels';
import type { WatchedBooks } from '../../books/book-watch';
import { PriceMark } from '../../catalog/price-mark';
import { NO_PRICE, shownPrice, type ShownPrice } from '../../catalog/shown-price';
import { ConnectionNote } from '../../components/connection-note';
import { Price } from '../../components/money';
import { isOld } from '../../live/connection';

interface OutcomeChoiceProps {
  readonly market: MarketRecord;
  readonly watched: WatchedBooks;
  readonly chosen: string;
  readonly onChoose: (tokenId: string) => void;
}

/** The two outcomes with their prices; one of them is selected. */
export function OutcomeChoice({ market, watched, chosen, onChoose }: OutcomeChoiceProps): ReactNode {
  return (
    <div className="outcomes">
      <div
        className={`outcome-buttons${isOld(watched.connection, watched.books) ? ' is-stale' : ''}`}
        role="group"
        aria-label="Outcome"
      >
        {market.tokens.map(({ token_id: tokenId, outcome, price, winner }, at) => {
          const book = watched.books.get(tokenId);
          return (
            <button
              key={tokenId}
              type="button"
              className={`outcome tone-${at}`}
              aria-pressed={tokenId === chosen}
              onClick={() => onChoose(tokenId)}
            >
              <span className="outcome-label">
                {outcome} {winner && <span className="badge">Won</span>}
              </span>
              <strong className="outcome-worth">
                <PriceMark shown={priceNow(market, book, price)} as="cents" conditionId={market.condition_id} />
              </strong>
              {market.status !== 'resolved' && <BestPrices book={book} />}
            </button>
          );
        })}
      </div>
      <ConnectionNote connection={watched.connection} />
    </div>
  );
}

/** The payout once it is resolved; before, by the live book. */
function priceNow({ status }: MarketRecord, book: OrderBookSummary | undefined, payout: number): ShownPrice {
  if (status === 'resolved') return { kind: 'payout', price: String(payout) };
  if (book === undefined) return NO_PRICE;
  return shownPrice({ bid: bestOf(book.bids), ask: bestOf(book.asks), last: book.last_trade_price });
}

function BestPrices({ book }: { readonly book: OrderBookSummary | undefined }): ReactNode {
  return (
    <span className="outcome-best">
      Bid <Price price={book === undefined ? null : bestOf(book.bids)} /> Ask{' '}
      <Price price={book === undefined ? null : bestOf(book.asks)} />
    </span>
  );
}
