import type { MarketRecord } from '@foretell/contracts';
import type { WatchedBooks } from '../books/book-watch';

/**
 * A price chosen in the book, as the service writes it. Each choice is a new object, so that the same price can be chosen again.
 */
export interface TakenPrice {
  readonly price: string;
}

/** The interface between the market page and the ticket. */
export interface OrderTicketProps {
  readonly market: MarketRecord;
  /** The books of its outcomes, kept current by the page's stream. */
  readonly watched: WatchedBooks;
  readonly outcomes: readonly { readonly tokenId: string; readonly label: string }[];
  /** The selected outcome. */
  readonly tokenId: string;
  /** The last choice in the book; null before the first. */
  readonly taken: TakenPrice | null;
  /** Called when the reader selects the other outcome in the ticket. */
  readonly onToken: (tokenId: string) => void;
}
