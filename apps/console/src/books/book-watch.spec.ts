import type { BookUpdate, FollowBooksOptions } from '@foretell/client/browser';
import type { OrderBookSummary } from '@foretell/contracts';
import type { Frames } from '../live/frame-batch';
import { BookWatch } from './book-watch';

const BOOK: OrderBookSummary = {
  market: '0x',
  asset_id: '71',
  timestamp: '1',
  hash: '',
  bids: [],
  asks: [],
  min_order_size: '5',
  tick_size: '0.01',
  neg_risk: false,
  last_trade_price: '',
};

/** A stream whose updates the test sends. */
class ManualStream {
  options: FollowBooksOptions = {};
  private readonly waiting: (BookUpdate | Error)[] = [];
  private wake = (): void => undefined;

  readonly follow = (_tokens: readonly string[], options: FollowBooksOptions): AsyncIterable<BookUpdate> => {
    this.options = options;
    return this.updates();
  };

  async send(update: BookUpdate | Error): Promise<void> {
    this.waiting.push(update);
    this.wake();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }

  private async *updates(): AsyncGenerator<BookUpdate, void, undefined> {
    for (;;) {
      const next = this.waiting.shift();
      if (next instanceof Error) throw next;
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

class ManualFrames implements Frames {
  private paints: (() => void)[] = [];
  request = (paint: () => void): number => this.paints.push(paint);
  cancel = (): void => void (this.paints = []);
  paint(): void {
    this.paints.splice(0).forEach((paint) => paint());
  }
}

const update = (sequence: number, lastPrice: string): BookUpdate => ({
  tokenId: '71',
  sequence,
  lineage: '1'.repeat(16),
  kind: 'change',
  book: { ...BOOK, last_trade_price: lastPrice },
  messages: [],
});

describe('BookWatch', () => {
  function begun(): { stream: ManualStream; frames: ManualFrames; watch: BookWatch; listener: jest.Mock; stop: () => void } {
    const [stream, frames, listener] = [new ManualStream(), new ManualFrames(), jest.fn()];
    const watch = new BookWatch(['71'], stream.follow, frames);
    return { stream, frames, watch, listener, stop: watch.follow(listener) };
  }

  it('shows the last of many changes, once a frame', async () => {
    const { stream, frames, watch, listener } = begun();
    for (let sequence = 1; sequence <= 200; sequence += 1) await stream.send(update(sequence, `0.${sequence}`));
    expect(listener).not.toHaveBeenCalled();
    frames.paint();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(watch.known().books.get('71')?.last_trade_price).toBe('0.200');
  });

  it('reports a lost connection, keeps the last books, and reports that it is back', async () => {
    const { stream, frames, watch } = begun();
    expect(watch.known().connection).toBe('connecting');
    stream.options.onConnection?.('live');
    await stream.send(update(1, '0.4'));
    frames.paint();
    stream.options.onConnection?.('cut');
    expect(watch.known()).toMatchObject({ connection: 'cut', books: new Map([['71', { ...BOOK, last_trade_price: '0.4' }]]) });
    stream.options.onConnection?.('live');
    expect(watch.known().connection).toBe('live');
  });

  it('reports a refusal as final', async () => {
    const { stream, watch } = begun();
    await stream.send(new Error('unknown token'));
    expect(watch.known()).toMatchObject({ connection: 'cut', error: new Error('unknown token') });
  });

  it('closes the stream when its last reader leaves', () => {
    const { stream, stop, listener } = begun();
    stop();
    expect(stream.options.signal?.aborted).toBe(true);
    stream.options.onConnection?.('cut');
    expect(listener).not.toHaveBeenCalled();
  });
});
