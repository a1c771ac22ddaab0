import type { BookUpdate, FollowBooksOptions } from '@foretell/client/browser';
import type { LastTradePriceMessage, OrderBookSummary } from '@foretell/contracts';
import { BROWSER_FRAMES, FrameBatch, type Frames } from '../live/frame-batch';
import { StreamRun, type StreamStanding } from '../live/stream-run';

/** Books as of the last frame. */
export interface WatchedBooks extends StreamStanding {
  readonly books: ReadonlyMap<string, OrderBookSummary>;
  /** Trades since the first reader subscribed, newest first. */
  readonly trades: readonly LastTradePriceMessage[];
}

/** Follows books until the signal aborts, as the client's streams do. */
export type FollowBooks = (tokenIds: readonly string[], options: FollowBooksOptions) => AsyncIterable<BookUpdate>;

/** Maximum of cached trades; the data service has all of them. */
const TRADES_MAX = 50;
const NOTHING: WatchedBooks = { books: new Map(), trades: [], connection: 'connecting', error: null };

/** Books of some tokens, followed while they have readers. Readers are notified at most once a frame. */
export class BookWatch {
  private state = NOTHING;
  private readonly readers = new Set<() => void>();
  private leave: (() => void) | null = null;
  private trades: LastTradePriceMessage[] = [];

  constructor(
    private readonly tokenIds: readonly string[],
    private readonly followBooks: FollowBooks,
    private readonly frames: Frames = BROWSER_FRAMES,
  ) {}

  readonly known = (): WatchedBooks => this.state;

  readonly follow = (reader: () => void): (() => void) => {
    this.readers.add(reader);
    this.leave ??= this.begin();
    return () => {
      this.readers.delete(reader);
      if (this.readers.size > 0) return;
      this.leave?.();
      this.leave = null;
    };
  };

  private begin(): () => void {
    this.trades = [];
    const batch = new FrameBatch<string, OrderBookSummary>((changes) => {
      this.show({ books: new Map([...this.state.books, ...changes]), trades: this.trades });
    }, this.frames);
    const take = ({ tokenId, book, messages }: BookUpdate): void => {
      const trades = messages.filter((message) => message.event_type === 'last_trade_price');
      if (trades.length > 0) this.trades = [...trades.reverse(), ...this.trades].slice(0, TRADES_MAX);
      batch.put(tokenId, book);
    };
    const ears = { take, stand: (standing: StreamStanding) => this.show(standing) };
    const run = new StreamRun((options) => this.followBooks(this.tokenIds, options), ears);
    return () => {
      run.end();
      batch.stop();
    };
  }

  private show(change: Partial<WatchedBooks>): void {
    this.state = { ...this.state, ...change };
    this.readers.forEach((reader) => reader());
  }
}
