import type { MarketRecord } from '@foretell/contracts';
import type { WatchedBooks } from '../books/book-watch';

/** What the market page tells the ticket, and asks of it. */
export interface OrderTicketProps {
  readonly market: MarketRecord;
  /** The books of its outcomes, as the page's stream keeps them. */
  readonly watched: WatchedBooks;
  readonly outcomes: readonly { readonly tokenId: string; readonly label: string }[];
  /** The outcome that is looked at. */
  readonly tokenId: string;
  /** A price that was chosen in the book, as the surface words it; null as long as none was. */
  readonly price: string | null;
  /** The reader chose the other outcome in the ticket. */
  readonly onToken: (tokenId: string) => void;
}
