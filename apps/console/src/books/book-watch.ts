import type { BookUpdate, FollowBooksOptions } from '@foretell/client/browser';
import type { LastTradePriceMessage, OrderBookSummary } from '@foretell/contracts';
import type { Connection } from '../live/connection';
import { BROWSER_FRAMES, FrameBatch, type Frames } from '../live/frame-batch';

/** Books as they were at the last frame. */
export interface WatchedBooks {
  readonly books: ReadonlyMap<string, OrderBookSummary>;
  /** Trades since it is looked at, newest first. */
  readonly trades: readonly LastTradePriceMessage[];
  readonly connection: Connection;
  /** Why the stream was refused for good; null as long as it is not. */
  readonly error: Error | null;
}

/** Follows books until the signal; what the client's streams do. */
export type FollowBooks = (tokenIds: readonly string[], options: FollowBooksOptions) => AsyncIterable<BookUpdate>;

/** More are not kept: the data surface has them all. */
const TRADES_MAX = 50;
const NOTHING: WatchedBooks = { books: new Map(), trades: [], connection: 'connecting', error: null };

/** Books of some tokens while somebody looks at them: however often they change, they are shown once a frame. */
export class BookWatch {
  private state = NOTHING;
  private readonly readers = new Set<() => void>();
  private leaving: AbortController | null = null;
  private trades: LastTradePriceMessage[] = [];

  constructor(
    private readonly tokenIds: readonly string[],
    private readonly followBooks: FollowBooks,
    private readonly frames: Frames = BROWSER_FRAMES,
  ) {}

  readonly known = (): WatchedBooks => this.state;

  readonly follow = (reader: () => void): (() => void) => {
    this.readers.add(reader);
    if (this.leaving === null) this.begin();
    return () => {
      this.readers.delete(reader);
      if (this.readers.size > 0) return;
      this.leaving?.abort();
      this.leaving = null;
    };
  };

  private begin(): void {
    const leaving = new AbortController();
    this.leaving = leaving;
    this.trades = [];
    const batch = new FrameBatch<string, OrderBookSummary>((changes) => {
      this.show({ books: new Map([...this.state.books, ...changes]), trades: this.trades });
    }, this.frames);
    leaving.signal.addEventListener('abort', () => batch.stop(), { once: true });
    void this.read(leaving.signal, batch);
  }

  private async read(signal: AbortSignal, batch: FrameBatch<string, OrderBookSummary>): Promise<void> {
    const onConnection = (connection: 'live' | 'cut'): void => {
      if (!signal.aborted) this.show({ connection });
    };
    try {
      for await (const { tokenId, book, messages } of this.followBooks(this.tokenIds, { signal, onConnection })) {
        const trades = messages.filter((message) => message.event_type === 'last_trade_price');
        if (trades.length > 0) this.trades = [...trades.reverse(), ...this.trades].slice(0, TRADES_MAX);
        batch.put(tokenId, book);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.show({ connection: 'cut', error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  private show(change: Partial<WatchedBooks>): void {
    this.state = { ...this.state, ...change };
    this.readers.forEach((reader) => reader());
  }
}
