import type { Changes } from '@foretell/exchange';
import type { BookViews } from '../book-views/book-view';
import type { ListingEntry, MarketDirectory } from '../market-directory/market-directory';
import type { CommitFeed } from './commit-feed';
import type { CommitRows, OwnedOrder } from './journal/batch';
import type { Recovered } from './recovery';

/** A commit as applied to the core, by the writer or by a follower. */
export interface AppliedCommit {
  readonly rows: CommitRows;
  readonly changes: Changes;
  /** Orders that the commit changed. */
  readonly orders: readonly OwnedOrder[];
}

/** The committed state as readers and listeners of this process see it, whether it writes or follows. */
export class CommittedViews {
  constructor(
    private readonly directory: MarketDirectory,
    private readonly books: BookViews,
    private readonly feed: CommitFeed,
  ) {}

  /** Shows a state that was loaded completely. */
  load({ head, levels, markets }: Recovered, listings: readonly ListingEntry[]): void {
    this.directory.advance(listings, markets);
    this.books.rebuild(levels, markets, head.totals.at);
    this.feed.loaded(head);
  }

  /** Sets the lineage of what is shown. */
  begin(lineage: string): void {
    this.feed.begin(lineage);
  }

  /** Shows the next commit. Call before its callers are answered. */
  show({ rows, changes, orders }: AppliedCommit): void {
    const markets = this.directory.advance(rows.listings, rows.markets);
    const trades = rows.trades.map(({ trade }) => trade);
    const levels = this.books.advance(changes, trades, rows.head.totals.at);
    this.feed.shown({ rows, orders, levels, markets });
  }
}
