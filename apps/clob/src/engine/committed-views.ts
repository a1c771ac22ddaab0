import type { Changes } from '@foretell/exchange';
import type { BookViews } from '../book-views/book-view';
import type { ListingEntry, MarketDirectory } from '../market-directory/market-directory';
import type { CommitFeed } from './commit-feed';
import type { CommitRows, OwnedOrder } from './journal/batch';
import type { Recovered } from './recovery';

/** A commit as whoever brought the core to it knows it: the writer, or who followed. */
export interface AppliedCommit {
  readonly rows: CommitRows;
  readonly changes: Changes;
  /** Those that the commit changed. */
  readonly orders: readonly OwnedOrder[];
}

/** What readers and listeners of this process see of the committed state, whether it writes or follows. */
export class CommittedViews {
  constructor(
    private readonly directory: MarketDirectory,
    private readonly books: BookViews,
    private readonly feed: CommitFeed,
  ) {}

  /** From now on they show a state that was read whole. */
  load({ head, levels, markets }: Recovered, listings: readonly ListingEntry[]): void {
    this.directory.advance(listings, markets);
    this.books.rebuild(levels, markets, head.totals.at);
    this.feed.loaded(head);
  }

  /** What is shown from now on is of this history of the record. */
  begin(lineage: string): void {
    this.feed.begin(lineage);
  }

  /** From now on they show the commit, which is the next one. To be called before its callers get their answers. */
  show({ rows, changes, orders }: AppliedCommit): void {
    const markets = this.directory.advance(rows.listings, rows.markets);
    const trades = rows.trades.map(({ trade }) => trade);
    const levels = this.books.advance(changes, trades, rows.head.totals.at);
    this.feed.shown({ rows, orders, levels, markets });
  }
}
