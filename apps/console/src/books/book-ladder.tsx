import type { OrderBookSummary } from '@foretell/contracts';
import { memo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Price, Shares } from '../components/money';
import { centsOf } from '../figures/decimal-text';
import { decimalOfMicros, microsOf } from '../figures/micros';
import { drawnBook, spreadOf, type DrawnLevel } from './book-levels';
import './books.css';

/** Levels of each side. Missing levels are empty rows, so that the layout does not shift. */
const LEVELS = 8;

type Side = 'ask' | 'bid';

/** Position of a level in its ladder; the best of a side is at 0. */
interface Place {
  readonly side: Side;
  readonly at: number;
}

const BEST_ASK: Place = { side: 'ask', at: 0 };
const BEST_BID: Place = { side: 'bid', at: 0 };

interface BookLadderProps {
  /** Label of the outcome. */
  readonly label: string;
  /** Undefined before the first snapshot. */
  readonly book: OrderBookSummary | undefined;
  /** Prices of the reader's own orders, in their shortest form. */
  readonly own?: ReadonlySet<string> | undefined;
  readonly onPrice: (price: string) => void;
}

/**
 * A token's book: asks above, bids below, the best of both in the middle. Its prices are one tab stop. Arrows, Home and End move
 * between them, and Enter copies one into the ticket.
 */
export const BookLadder = memo(function BookLadder({ label, book, own, onPrice }: BookLadderProps): ReactNode {
  const { bids, asks } = drawnBook(book ?? { bids: [], asks: [] }, LEVELS);
  const spread = book === undefined ? null : spreadOf(book);
  const [left, setLeft] = useState<Place>(BEST_ASK);
  const stop = [left, BEST_ASK].find(({ side, at }) => (side === 'ask' ? asks : bids)[at] !== undefined) ?? BEST_BID;
  const rowsOf = (side: Side, levels: readonly DrawnLevel[]): ReactNode[] =>
    Array.from({ length: LEVELS }, (_, at) => {
      const level = levels[at];
      if (level === undefined) return <EmptyRow key={at} />;
      const isStop = stop.side === side && stop.at === at;
      const isOwn = own?.has(shortest(level.price)) ?? false;
      return (
        <LevelRow key={at} side={side} at={at} {...level} isStop={isStop} isOwn={isOwn} onPrice={onPrice} onFocus={setLeft} />
      );
    });
  return (
    <table className="ladder">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Price</th>
          <th scope="col">Shares</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody className="ladder-asks">{rowsOf('ask', asks).reverse()}</tbody>
      <tbody>
        <tr className="ladder-middle">
          <td>Spread</td>
          <td colSpan={2}>{isEmpty(book) ? 'No orders' : <Price price={spread} />}</td>
        </tr>
      </tbody>
      <tbody className="ladder-bids">{rowsOf('bid', bids)}</tbody>
    </table>
  );
});

function shortest(price: string): string {
  const micros = microsOf(price);
  return micros === null ? price : decimalOfMicros(micros);
}

/** Loaded, and without orders. */
function isEmpty(book: OrderBookSummary | undefined): boolean {
  return book?.bids.length === 0 && book.asks.length === 0;
}

/** Moves the focus to the price that the key selects, in visual order from top to bottom. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const from = event.currentTarget;
  const prices = [...(from.closest('table')?.querySelectorAll<HTMLButtonElement>('.level-price') ?? [])];
  const at = prices.indexOf(from);
  const next = { ArrowUp: prices[at - 1], ArrowDown: prices[at + 1], Home: prices[0], End: prices.at(-1) }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface LevelRowProps extends DrawnLevel, Place {
  /** Whether it is the tab stop. */
  readonly isStop: boolean;
  /** Whether the reader has an order there. */
  readonly isOwn: boolean;
  readonly onPrice: (price: string) => void;
  readonly onFocus: (place: Place) => void;
}

/** Memoized: rendered only when the level changed. */
const LevelRow = memo(function LevelRow({ side, at, price, size, total, depthPercent, ...rest }: LevelRowProps): ReactNode {
  const { isStop, isOwn, onPrice, onFocus } = rest;
  return (
    <tr className={`level level-${side}`}>
      <td>
        <span className="level-bar" aria-hidden="true" style={{ transform: `scaleX(${depthPercent / 100})` }} />
        <button
          type="button"
          tabIndex={isStop ? 0 : -1}
          className="level-price"
          aria-label={`${side === 'ask' ? 'Ask' : 'Bid'} ${centsOf(price)}¢ into the ticket`}
          onFocus={() => onFocus({ side, at })}
          onKeyDown={moveFocus}
          onClick={() => onPrice(price)}
        >
          <Price price={price} />
        </button>
        {isOwn && (
          <span className="level-own" title="Your order is here">
            <span className="visually-hidden">Your order is here</span>
          </span>
        )}
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
    <tr className="level level-empty" aria-hidden="true">
      <td colSpan={3} />
    </tr>
  );
});
