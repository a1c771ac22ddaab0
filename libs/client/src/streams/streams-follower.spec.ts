import { createHash } from 'node:crypto';
import type { OpenSocket, SocketEvents } from './socket';
import { StreamsFollower, type ConnectionState } from './streams-follower';

const BOOK = {
  event_type: 'book',
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
  sequence: 1,
};

/** Connections that the test opens, speaks through and cuts. */
class ManualSockets {
  readonly opened: SocketEvents[] = [];
  private wake = (): void => undefined;

  readonly open: OpenSocket = (_url, events) => {
    this.opened.push(events);
    this.wake();
    return { send: () => undefined, pause: () => undefined, resume: () => undefined, end: () => events.closed(1006, '') };
  };

  async connection(number: number): Promise<SocketEvents> {
    for (;;) {
      const events = this.opened[number - 1];
      if (events !== undefined) return events;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

describe('StreamsFollower', () => {
  it('tells when its connection is lost and when it is back, once each', async () => {
    const sockets = new ManualSockets();
    const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
    const follower = new StreamsFollower({ url: 'http://surface' }, { openSocket: sockets.open, sha1 });
    const told: ConnectionState[] = [];
    const leaving = new AbortController();
    const updates = follower.books(['71'], { signal: leaving.signal, onConnection: (state) => told.push(state) });
    const first = updates.next();
    (await sockets.connection(1)).closed(1006, 'refused');
    (await sockets.connection(2)).received(JSON.stringify(BOOK));
    await first;
    expect(told).toEqual(['cut', 'live']);
    const second = updates.next();
    (await sockets.connection(2)).closed(1012, 'restart');
    (await sockets.connection(3)).received(JSON.stringify({ event_type: 'resumed', asset_id: '71', sequence: 1 }));
    (await sockets.connection(3)).received(JSON.stringify({ ...BOOK, sequence: 2 }));
    await second;
    expect(told).toEqual(['cut', 'live', 'cut', 'live']);
    leaving.abort();
    await updates.return();
  });

  it('tells resolutions, beside the books and by themselves', async () => {
    const sockets = new ManualSockets();
    const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
    const follower = new StreamsFollower({ url: 'http://surface' }, { openSocket: sockets.open, sha1 });
    const resolved = { event_type: 'market_resolved', market: '0x', assets_ids: ['71'], winning_asset_id: '71', sequence: 2 };
    const onResolved = jest.fn();
    const [updates, resolutions] = [follower.books(['71'], { onResolved }), follower.resolutions(['71'])];
    const [update, resolution] = [updates.next(), resolutions.next()];
    for (const number of [1, 2]) {
      const socket = await sockets.connection(number);
      socket.received(JSON.stringify(resolved));
      socket.received(JSON.stringify(BOOK));
    }
    expect((await resolution).value).toEqual(resolved);
    await update;
    expect(onResolved.mock.calls).toEqual([[resolved]]);
    await updates.return();
    await resolutions.return();
  });
});
