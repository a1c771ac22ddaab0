import { once } from 'node:events';
import { StreamTurns } from '@foretell/platform-server';
import { pricePips, sizeMicros } from '@foretell/units';
import type { WebSocket } from 'ws';
import { BookAnswers } from '../book-views/book-answers';
import { BookViews } from '../book-views/book-view';
import { CommitFeed } from '../engine/commit-feed';
import { listingOf } from '../market-directory/listing';
import { MarketDirectory } from '../market-directory/market-directory';
import { catalogMarket } from '../testing/catalog-market';
import { marketEntry } from '../testing/market-entry';
import { StreamSockets, until } from '../testing/stream-sockets';
import { MarketConnection } from './market-connection';
import { MarketStreams } from './market-streams';
import { STREAM_BOUNDS, type StreamBounds } from './stream-bounds';

const MARKETS = 30;
/** More bytes of books than kernels buffer for an unread connection. */
const MANY_MARKETS = 400;
const LEVELS = 400;

/** Markets with deep books, as the streams see them. */
function deepMarkets(
  turns: StreamTurns,
  bounds: StreamBounds,
  markets: number,
): { readonly streams: MarketStreams; readonly tokens: string[] } {
  const directory = new MarketDirectory();
  const books = new BookViews();
  const tokens: string[] = [];
  for (let number = 1; number <= markets; number += 1) {
    const listing = listingOf(catalogMarket(number));
    if (listing === null) throw new Error('such a market gets no order book');
    const { conditionId } = listing;
    directory.advance([listing], [{ ...marketEntry().market, conditionId }]);
    tokens.push(listing.token0Id);
    for (let level = 1; level <= LEVELS; level += 1) {
      const size = { sizeMicros: sizeMicros(level) };
      books.of(conditionId).setLevel({ side: 'bid', pricePips: pricePips(level), ...size }, 1);
      books.of(conditionId).setLevel({ side: 'ask', pricePips: pricePips(9_999 - level), ...size }, 1);
    }
  }
  const answers = new BookAnswers(64 * 1024 * 1024);
  return { streams: new MarketStreams(bounds, () => 0, directory, books, answers, turns, new CommitFeed()), tokens };
}

describe('a connection to /ws/market', () => {
  let sockets: StreamSockets;

  beforeEach(async () => {
    sockets = await StreamSockets.open();
  });
  afterEach(() => sockets.close());

  const site = (bounds: StreamBounds = STREAM_BOUNDS, isCommandWaiting = () => false, markets = MARKETS) => {
    const turns = new StreamTurns(bounds, isCommandWaiting);
    const { streams, tokens } = deepMarkets(turns, bounds, markets);
    const connect = sockets.site(bounds, turns);
    const connected = async (address: string) => {
      const { there, here, shared, ...rest } = await connect(address);
      new MarketConnection(here, streams, bounds, shared);
      const books: unknown[] = [];
      there.on('message', (data: Buffer) => {
        if (data.toString('utf8') !== 'PONG') books.push(...(JSON.parse(data.toString('utf8')) as unknown[]));
      });
      return { there, books, ...rest };
    };
    return { connected, tokens };
  };
  const say = (socket: WebSocket, message: object | string): void =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  /** As often as allowed, without reading an answer. */
  const subscribeAgainAndAgain = (socket: WebSocket, tokens: readonly string[]): void => {
    for (let times = 0; times < 45; times += 1) {
      say(socket, { type: 'market', assets_ids: tokens });
      say(socket, { operation: 'unsubscribe', assets_ids: tokens });
    }
    say(socket, { type: 'market', assets_ids: tokens });
  };

  it('has one dump in flight: a reader that reads nothing and resubscribes repeatedly makes no more wait', async () => {
    const { connected, tokens } = site(
      { ...STREAM_BOUNDS, addressBytesPerSecond: 2 ** 40, bytesPerSecond: 2 ** 40 },
      () => false,
      MANY_MARKETS,
    );
    const slow = await connected('a');
    const other = await connected('b');
    slow.there.pause();
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, slow.waiting())), 1);
    subscribeAgainAndAgain(slow.there, tokens);
    // When the other connection has as many responses, all messages of the slow one have been processed.
    say(other.there, { type: 'market', assets_ids: tokens });
    await until(() => other.books.length === MANY_MARKETS);
    clearInterval(watch);
    expect([slow.cuts, other.cuts]).toEqual([[], []]);
    expect(most).toBeLessThan(4 * STREAM_BOUNDS.dumpBytes);
  });

  it('waits when its address has used up its budget, and another address does not', async () => {
    const { connected, tokens } = site({ ...STREAM_BOUNDS, addressBytesPerSecond: 20_000 });
    const [first, second, other] = [await connected('a'), await connected('a'), await connected('b')];
    say(first.there, { type: 'market', assets_ids: tokens });
    // 200 kB, and what was started with the last of them.
    const most = Math.ceil(200_000 / JSON.stringify(await firstOf(first.books)).length) + 3;
    say(second.there, { type: 'market', assets_ids: tokens });
    say(other.there, { type: 'market', assets_ids: tokens.slice(0, 3) });
    await until(() => other.books.length === 3);
    const early = first.books.length + second.books.length;
    expect(early).toBeLessThanOrEqual(most);
    sockets.now += 600_000;
    await until(() => first.books.length + second.books.length > early);
  });

  it('starts its subscriptions in turn: behind one book of each other address, not behind all of them', async () => {
    const { connected, tokens } = site({ ...STREAM_BOUNDS, dumpBytes: 1, sliceMillis: 0 });
    const flood: Awaited<ReturnType<typeof connected>>[] = [];
    for (let each = 0; each < 10; each += 1) flood.push(await connected('a'));
    const honest = await connected('b');
    for (const { there } of flood) say(there, { type: 'market', assets_ids: tokens });
    await until(() => flood.every(({ books }) => books.length > 0));
    const before = flood.reduce((sum, { books }) => sum + books.length, 0);
    say(honest.there, { type: 'market', assets_ids: tokens.slice(0, 1) });
    await until(() => honest.books.length === 1);
    const after = flood.reduce((sum, { books }) => sum + books.length, 0);
    expect(before).toBeLessThan(MARKETS * flood.length);
    expect(after - before).toBeLessThan((MARKETS * flood.length) / 2);
  });

  it('is read and answered also while commands wait', async () => {
    const { connected, tokens } = site(STREAM_BOUNDS, () => true);
    const { there, books } = await connected('a');
    say(there, { type: 'market', assets_ids: tokens.slice(0, 30) });
    await until(() => books.length === 30);
    expect(new Set(books.map((book) => (book as { asset_id: string }).asset_id))).toEqual(new Set(tokens.slice(0, 30)));
  });

  it('names no more tokens in a message than it may follow', async () => {
    const { connected } = site();
    const { there } = await connected('a');
    const closed = once(there, 'close');
    say(there, { operation: 'unsubscribe', assets_ids: Array.from({ length: 501 }, String) });
    expect(await closed).toEqual([1008, Buffer.from('more than 500 tokens on one connection')]);
  });
});

async function firstOf(books: readonly unknown[]): Promise<unknown> {
  await until(() => books.length > 0);
  return books[0];
}
