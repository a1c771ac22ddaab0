import type { MarketRecord, OrderBookSummary } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { bestOf, worthOf } from '../../books/book-levels';
import type { WatchedBooks } from '../../books/book-watch';
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
        {market.tokens.map(({ token_id: tokenId, outcome, price, winner }) => {
          const book = watched.books.get(tokenId);
          return (
            <button
              key={tokenId}
              type="button"
              className="outcome"
              aria-pressed={tokenId === chosen}
              onClick={() => onChoose(tokenId)}
            >
              <span className="outcome-label">
                {outcome} {winner && <span className="badge">Won</span>}
              </span>
              <strong className="outcome-worth">
                <Price price={worthNow(market, book, price)} />
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

/** By the live book; before it is loaded, and after the resolution, by the stored price. */
function worthNow({ status }: MarketRecord, book: OrderBookSummary | undefined, recorded: number): string | number {
  if (status === 'resolved' || book === undefined) return recorded;
  return worthOf(book) ?? recorded;
}

function BestPrices({ book }: { readonly book: OrderBookSummary | undefined }): ReactNode {
  return (
    <span className="outcome-best">
      Bid <Price price={book === undefined ? null : bestOf(book.bids)} /> Ask{' '}
      <Price price={book === undefined ? null : bestOf(book.asks)} />
    </span>
  );
}
