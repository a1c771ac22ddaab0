import type { MarketRecord } from '@foretell/contracts';
import type { WatchedBooks } from '../books/book-watch';

/**
 * A price chosen in the book, as the service writes it. Each choice is a new object, so that the same price can be chosen again.
 */
export interface TakenPrice {
  readonly price: string;
}

/** Number of shares, and their average cost. */
export interface OwnPosition {
  readonly shares: number;
  readonly averagePrice: number;
}

export interface TicketOutcome {
  readonly tokenId: string;
  readonly label: string;
  /** Price at which it can be traded now on the chosen side, from the ticket. */
  readonly offered?: string | null;
}

/** The interface between the market page and the ticket. */
export interface OrderTicketProps {
  readonly market: MarketRecord;
  /** The books of its outcomes, kept current by the page's stream. */
  readonly watched: WatchedBooks;
  readonly outcomes: readonly TicketOutcome[];
  /** The selected outcome. */
  readonly tokenId: string;
  /** The last choice in the book; null before the first. */
  readonly taken: TakenPrice | null;
  /** The side that the ticket opens on; to buy without it. */
  readonly side?: 'BUY' | 'SELL' | undefined;
  /** The reader's position in the selected outcome; undefined without one. */
  readonly position?: OwnPosition | undefined;
  /** Called after an order was placed or sets were split. */
  readonly onDone?: () => void;
  /** Called when the reader selects the other outcome in the ticket. */
  readonly onToken: (tokenId: string) => void;
}
