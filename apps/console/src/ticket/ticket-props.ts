import type { MarketRecord } from '@foretell/contracts';
import type { WatchedBooks } from '../books/book-watch';

/** A price chosen in the book, as the surface words it. Each choice is an object of its own: the same may be chosen again. */
export interface TakenPrice {
  readonly price: string;
}

/** What the market page tells the ticket, and asks of it. */
export interface OrderTicketProps {
  readonly market: MarketRecord;
  /** The books of its outcomes, as the page's stream keeps them. */
  readonly watched: WatchedBooks;
  readonly outcomes: readonly { readonly tokenId: string; readonly label: string }[];
  /** The outcome that is looked at. */
  readonly tokenId: string;
  /** What was chosen in the book last; null as long as nothing was. */
  readonly taken: TakenPrice | null;
  /** The reader chose the other outcome in the ticket. */
  readonly onToken: (tokenId: string) => void;
}
