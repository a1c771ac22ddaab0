import type { OrderBookSummary } from '@foretell/contracts';
import { memo, type ReactNode } from 'react';
import { Price, Shares } from '../components/money';
import { drawnBook, spreadOf, type DrawnLevel } from './book-levels';
import './books.css';

/** Of each side; fewer leave empty rows, so that nothing moves when levels come and go. */
const LEVELS = 8;

interface BookLadderProps {
  /** Of the outcome. */
  readonly label: string;
  /** Undefined before the first snapshot. */
  readonly book: OrderBookSummary | undefined;
  readonly onPrice: (price: string) => void;
}

/** A token's book: asks above, bids below, the best of both in the middle. */
export function BookLadder({ label, book, onPrice }: BookLadderProps): ReactNode {
  const { bids, asks } = drawnBook(book ?? { bids: [], asks: [] }, LEVELS);
  const spread = book === undefined ? null : spreadOf(book);
  return (
    <table className="ladder">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Price</th>
          <th scope="col">Shares</th>
          <th scope="col">Sum</th>
        </tr>
      </thead>
      <tbody className="ladder-asks">{rowsOf(asks, 'ask', onPrice).reverse()}</tbody>
      <tbody>
        <tr className="ladder-middle">
          <td>Spread</td>
          <td colSpan={2}>{isEmpty(book) ? 'No orders' : <Price price={spread} />}</td>
        </tr>
      </tbody>
      <tbody className="ladder-bids">{rowsOf(bids, 'bid', onPrice)}</tbody>
    </table>
  );
}

/** Known, and without an order. */
function isEmpty(book: OrderBookSummary | undefined): boolean {
  return book?.bids.length === 0 && book.asks.length === 0;
}

function rowsOf(levels: readonly DrawnLevel[], side: 'ask' | 'bid', onPrice: (price: string) => void): ReactNode[] {
  return Array.from({ length: LEVELS }, (_, at) => {
    const level = levels[at];
    if (level === undefined) return <EmptyRow key={at} />;
    const { price, size, total, depthPercent } = level;
    return (
      <LevelRow key={at} side={side} price={price} size={size} total={total} depthPercent={depthPercent} onPrice={onPrice} />
    );
  });
}

interface LevelRowProps extends DrawnLevel {
  readonly side: 'ask' | 'bid';
  readonly onPrice: (price: string) => void;
}

/** Rendered again only when something of the level changed. The ticket takes a price by keyboard: the button is no tab stop. */
const LevelRow = memo(function LevelRow({ side, price, size, total, depthPercent, onPrice }: LevelRowProps): ReactNode {
  return (
    <tr className={`level level-${side}`}>
      <td>
        <span className="level-bar" aria-hidden="true" style={{ transform: `scaleX(${depthPercent / 100})` }} />
        <button type="button" tabIndex={-1} className="level-price" onClick={() => onPrice(price)}>
          <Price price={price} />
        </button>
      </td>
      <td>
        <Shares size={size} />
      </td>
      <td>
        <Shares size={total} />
      </td>
    </tr>
  );
});

const EmptyRow = memo(function EmptyRow(): ReactNode {
  return (
    <tr className="level" aria-hidden="true">
      <td colSpan={3} />
    </tr>
  );
});
