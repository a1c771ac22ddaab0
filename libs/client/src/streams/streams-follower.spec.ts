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
  lineage: '1'.repeat(16),
};

/** Connections whose events the test triggers. */
class ManualSockets {
  readonly opened: SocketEvents[] = [];
  /** The first messages sent on the connections, in order. */
  readonly said: unknown[] = [];
  private wake = (): void => undefined;

  readonly open: OpenSocket = (_url, events) => {
    this.opened.push(events);
    this.wake();
    return {
      send: (text) => void this.said.push(JSON.parse(text)),
      pause: () => undefined,
      resume: () => undefined,
      end: () => events.closed(1006, ''),
    };
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
  it('reports once that its connection is lost and once that it is back', async () => {
    const sockets = new ManualSockets();
    const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
    const follower = new StreamsFollower({ url: 'http://service' }, { openSocket: sockets.open, sha1 });
    const reported: ConnectionState[] = [];
    const leaving = new AbortController();
    const updates = follower.books(['71'], { signal: leaving.signal, onConnection: (state) => reported.push(state) });
    const first = updates.next();
    (await sockets.connection(1)).closed(1006, 'refused');
    (await sockets.connection(2)).received(JSON.stringify(BOOK));
    await first;
    expect(reported).toEqual(['cut', 'live']);
    const second = updates.next();
    (await sockets.connection(2)).closed(1012, 'restart');
    (await sockets.connection(3)).received(
      JSON.stringify({ event_type: 'resumed', asset_id: '71', sequence: 1, lineage: BOOK.lineage }),
    );
    (await sockets.connection(3)).received(JSON.stringify({ ...BOOK, sequence: 2 }));
    await second;
    expect(reported).toEqual(['cut', 'live', 'cut', 'live']);
    leaving.abort();
    await updates.return();
  });

  describe('N1: after the system of record was restored to an earlier state', () => {
    const OTHER = '2'.repeat(16);
    const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
    const spoken = async (sockets: ManualSockets, number: number, ...messages: readonly object[]): Promise<void> => {
      const connection = await sockets.connection(number);
      connection.opened();
      for (const message of messages) connection.received(JSON.stringify(message));
    };
    const change = (lineage: string) => ({
      event_type: 'price_change',
      market: '0x',
      price_changes: [{ asset_id: '71', price: '0.4', size: '5', side: 'BUY', hash: '', best_bid: '0.4', best_ask: '1' }],
      timestamp: '2',
      sequence: 2,
      lineage,
      previous: 1,
    });

    it('loads a new snapshot at a step of another lineage, and sends the lineage that it has', async () => {
      const sockets = new ManualSockets();
      const updates = new StreamsFollower({ url: 'http://service' }, { openSocket: sockets.open, sha1 }).books(['71']);
      const first = updates.next();
      await spoken(sockets, 1, BOOK);
      expect((await first).value).toMatchObject({ kind: 'snapshot', lineage: BOOK.lineage });
      expect(sockets.said[0]).toMatchObject({ since: {} });
      const second = updates.next();
      await spoken(sockets, 1, change(OTHER));
      await spoken(sockets, 2, { ...BOOK, lineage: OTHER });
      expect((await second).value).toMatchObject({ kind: 'snapshot', sequence: 1, lineage: OTHER });
      const third = updates.next();
      await spoken(sockets, 2, change(OTHER));
      expect((await third).value).toMatchObject({ kind: 'change', sequence: 2 });
      (await sockets.connection(2)).closed(1012, 'restart');
      const fourth = updates.next();
      await spoken(sockets, 3, { event_type: 'snapshot_required', asset_id: '71', sequence: 9, lineage: OTHER }, BOOK);
      await fourth;
      expect(sockets.said.at(-1)).toMatchObject({ since: { 71: 2 }, lineage: OTHER });
      await updates.return();
    });

    it('reports to a follower of its own orders that a snapshot is required', async () => {
      const sockets = new ManualSockets();
      const follower = new StreamsFollower({ url: 'http://service' }, { openSocket: sockets.open, sha1 });
      const updates = follower.user({ apiKey: 'k', secret: 's', passphrase: 'p' }, { since: 30, lineage: BOOK.lineage });
      const first = updates.next();
      await spoken(sockets, 1, { event_type: 'snapshot_required', sequence: 25, lineage: OTHER });
      expect((await first).value).toEqual({ kind: 'snapshot_required', sequence: 25, lineage: OTHER });
      expect(sockets.said[0]).toMatchObject({ since: 30, lineage: BOOK.lineage });
      const second = updates.next();
      await spoken(sockets, 1, { event_type: 'order', sequence: 26, lineage: OTHER, previous: 25 });
      expect((await second).value).toMatchObject({ kind: 'step', sequence: 26, lineage: OTHER });
      await updates.return();
    });
  });

  it('requests complete steps from the first message on, and loads a new snapshot when one is missing', async () => {
    const sockets = new ManualSockets();
    const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
    const follower = new StreamsFollower({ url: 'http://service' }, { openSocket: sockets.open, sha1 });
    const updates = follower.user({ apiKey: 'k', secret: 's', passphrase: 'p' });
    const step = (previous: number, sequence: number) => {
      const place = { sequence, lineage: BOOK.lineage, previous };
      return JSON.stringify([
        { event_type: 'order', ...place },
        { event_type: 'trade', ...place },
      ]);
    };
    const first = updates.next();
    const connection = await sockets.connection(1);
    connection.opened();
    expect(sockets.said[0]).toMatchObject({ since: Number.MAX_SAFE_INTEGER });
    connection.received(JSON.stringify({ event_type: 'resumed', sequence: 5, lineage: BOOK.lineage }));
    connection.received(step(5, 7));
    expect((await first).value).toMatchObject({ kind: 'step', sequence: 7, messages: [{}, {}] });
    const second = updates.next();
    connection.received(step(8, 9));
    (await sockets.connection(2)).opened();
    expect(sockets.said[1]).toMatchObject({ since: 7, lineage: BOOK.lineage });
    (await sockets.connection(2)).received(step(7, 8));
    expect((await second).value).toMatchObject({ kind: 'step', sequence: 8 });
    await updates.return();
  });

  it.each(['<html>', 'null', '[5]', ''])('throws what it cannot read, after what came before: %j', async (text) => {
    const sockets = new ManualSockets();
    const sha1 = (given: string): string => createHash('sha1').update(given).digest('hex');
    const follower = new StreamsFollower({ url: 'http://service' }, { openSocket: sockets.open, sha1 });
    const user = follower.user({ apiKey: 'k', secret: 's', passphrase: 'p' }, { since: 0 });
    const iterations = [follower.books(['71']), follower.resolutions(['71']), user] as const;
    const resolved = { event_type: 'market_resolved', market: '0x', assets_ids: ['71'], winning_asset_id: '71' };
    const step = { event_type: 'order', sequence: 1, lineage: BOOK.lineage, previous: 0 };
    for (const [index, updates] of iterations.entries()) {
      const first = updates.next();
      const connection = await sockets.connection(index + 1);
      connection.received(JSON.stringify([BOOK, resolved, step][index]));
      connection.received(text);
      expect(await first).toMatchObject({ done: false });
      await expect(updates.next()).rejects.toMatchObject({ name: 'ClientError', code: 'unreadable_message', text });
    }
    expect(sockets.opened).toHaveLength(iterations.length);
  });

  it('reports resolutions, with the books and alone', async () => {
    const sockets = new ManualSockets();
    const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
    const follower = new StreamsFollower({ url: 'http://service' }, { openSocket: sockets.open, sha1 });
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
