/** What the market page tells the ticket, and asks of it. */
export interface OrderTicketProps {
  readonly conditionId: string;
  readonly outcomes: readonly { readonly tokenId: string; readonly label: string }[];
  /** The outcome that is looked at. */
  readonly tokenId: string;
  /** A price that was chosen in the book, as the surface words it; null as long as none was. */
  readonly price: string | null;
  /** The reader chose the other outcome in the ticket. */
  readonly onToken: (tokenId: string) => void;
}
