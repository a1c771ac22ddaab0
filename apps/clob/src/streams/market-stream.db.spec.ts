import type { NestExpressApplication } from '@nestjs/platform-express';
import { CommitFeed } from '../engine/commit-feed';
import { EngineService } from '../engine/engine.service';
import type { Fields } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { StreamReader } from '../testing/stream-reader';
import type { Trader } from '../testing/trader';

describe('/ws/market', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;
  const readers: StreamReader[] = [];

  beforeAll(async () => {
    world = await ClobWorld.open();
    [alice, bob] = [await world.trader(), await world.trader()];
  });
  beforeEach(async () => {
    market = await world.list();
  });
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.close()));
  });
  afterAll(async () => {
    await world?.close();
  });

  const follow = async (first?: object, url = world.url): Promise<StreamReader> => {
    const reader = await StreamReader.open(url, 'market', first);
    readers.push(reader);
    return reader;
  };
  const lineage = (): string => world.app.get(CommitFeed).lineage;
  const bid = (pips: number, shares = 10): Promise<string> => alice.rest({ tokenId: market.yes, side: 'BUY', pips, shares });
  const sequenceOf = (message: Fields | undefined): number => Number(message?.['sequence']);
  const book = async (tokenId: string): Promise<unknown> => (await world.get(`/book?token_id=${tokenId}`)).body;

  it('begins with the books, as GET /book returns them', async () => {
    await bid(4_200);
    const reader = await follow({ type: 'market', assets_ids: [market.yes, market.no] });
    await reader.until('two books', ({ messages }) => messages.length === 2);
    const [yes, no] = reader.messages;
    expect(yes).toEqual({ event_type: 'book', ...Object(await book(market.yes)), sequence: sequenceOf(no), lineage: lineage() });
    expect(no).toMatchObject({ asset_id: market.no, bids: [], asks: [{ price: '0.58', size: '10' }] });
  });

  it('sends each token its own changes, best prices and hash, which is that of GET /book', async () => {
    const reader = await follow({ type: 'market', assets_ids: [market.yes, market.no] });
    await reader.until('two books', ({ messages }) => messages.length === 2);
    await bid(4_200);
    await reader.until('two changes', ({ messages }) => messages.length === 4);
    const [yesBook] = reader.messages;
    const changed = reader.of('price_change');
    const hashes = [Object(await book(market.yes)), Object(await book(market.no))].map(({ hash }: Fields) => hash);
    const best = [
      { best_bid: '0.42', best_ask: '1' },
      { best_bid: '0', best_ask: '0.58' },
    ];
    expect(changed).toMatchObject([
      {
        market: market.conditionId,
        price_changes: [{ asset_id: market.yes, price: '0.42', size: '10', side: 'BUY', hash: hashes[0], ...best[0] }],
        timestamp: String(world.now),
        previous: sequenceOf(yesBook),
      },
      { price_changes: [{ asset_id: market.no, price: '0.58', size: '10', side: 'SELL', hash: hashes[1], ...best[1] }] },
    ]);
    expect(sequenceOf(changed[0])).toBe(sequenceOf(changed[1]));
    expect(sequenceOf(changed[0])).toBeGreaterThan(sequenceOf(yesBook));
  });

  it('sends a trade and the levels that it took in one frame to clients that send `since`, sequences as a chain', async () => {
    const reader = await follow({ type: 'market', assets_ids: [market.yes], since: {} });
    await reader.until('a book', ({ messages }) => messages.length === 1);
    await bid(4_200);
    const [sold] = await bob.place({ tokenId: market.no, side: 'BUY', pips: 5_800, shares: 6 });
    expect(sold).toMatchObject({ success: true, status: 'matched' });
    await reader.until('three messages', ({ frames }) => frames.length === 3);
    expect(reader.frames[2]).toMatchObject([
      { event_type: 'last_trade_price', asset_id: market.yes, price: '0.42', side: 'SELL', size: '6', fee_rate_bps: '0' },
      { event_type: 'price_change', price_changes: [{ price: '0.42', size: '4', side: 'BUY' }] },
    ]);
    const chain = reader.messages.map((message) => [message['previous'], message['sequence']]);
    expect([chain[1]?.[0], chain[2]?.[0], chain[3]]).toEqual([chain[0]?.[1], chain[1]?.[1], chain[2]]);
  });

  it('sends custom features only to clients that asked, new markets and resolutions to the connection', async () => {
    const [plain, custom] = [
      await follow({ type: 'market', assets_ids: [market.yes] }),
      await follow({ type: 'market', assets_ids: [market.yes], custom_feature_enabled: true }),
    ];
    for (const reader of [plain, custom]) await reader.until('a book', ({ messages }) => messages.length === 1);
    await bid(4_200);
    await custom.until('the best prices', (reader) => reader.of('best_bid_ask').length === 1);
    expect(custom.of('best_bid_ask')).toMatchObject([{ asset_id: market.yes, best_bid: '0.42', best_ask: '1', spread: '0.58' }]);
    // Behind the best price: no message.
    await bid(4_100);
    const other = await world.list();
    await custom.until('a new market', (reader) => reader.of('new_market').length === 1);
    expect(custom.of('new_market')).toMatchObject([{ market: other.conditionId, assets_ids: [other.yes, other.no] }]);
    await world.command('ops.clob.markets.resolve', { market: market.conditionId, winner: 'Yes' });
    await custom.until('the resolution', (reader) => reader.of('market_resolved').length === 1);
    expect(custom.of('market_resolved')).toMatchObject([
      { winning_asset_id: market.yes, winning_outcome: market.event.outcomes[0] },
    ]);
    await plain.until('the levels are gone', (reader) => reader.of('price_change').length === 3);
    expect(plain.messages.map(({ event_type }) => event_type)).toEqual(['book', 'price_change', 'price_change', 'price_change']);
    expect(custom.of('best_bid_ask')).toHaveLength(2);
  });

  it('sends a new tick size, and the entire book with it', async () => {
    const reader = await follow({ type: 'market', assets_ids: [market.yes] });
    await reader.until('a book', ({ messages }) => messages.length === 1);
    await bid(4_200);
    await reader.until('a change', (each) => each.of('price_change').length === 1);
    await world.learn({ ...market.event, tickPips: 10 });
    await reader.until('a new tick', (each) => each.of('tick_size_change').length === 1);
    await reader.until('the book', (each) => each.of('book').length === 2);
    const { sequence, previous } = reader.messages[2] ?? {};
    expect(reader.frames.slice(2)).toMatchObject([
      [{ event_type: 'tick_size_change', asset_id: market.yes, old_tick_size: '0.01', new_tick_size: '0.001' }],
      [{ event_type: 'book', tick_size: '0.001', bids: [{ price: '0.42', size: '10' }], sequence, previous }],
    ]);
    expect(previous).toBe(sequenceOf(reader.messages[1]));
    expect(reader.texts[3]).toMatch(/^\{"event_type":"book"/);
  });

  it('answers PING, adds and removes tokens, and refuses invalid requests', async () => {
    const reader = await follow();
    reader.say('PING');
    await reader.until('an answer', ({ frames }) => frames[0] === 'PONG');
    reader.say('{');
    reader.say({ type: 'market', assets_ids: ['1'] });
    reader.say({ type: 'user', assets_ids: [] });
    reader.say({ operation: 'gone' });
    reader.say({ assets_ids: [market.yes], since: -1 });
    reader.say({ assets_ids: [market.yes], since: 1, lineage: 1 });
    await reader.until('six refusals', (each) => each.of('error').length === 6);
    expect(reader.of('error').map(({ code }) => code)).toEqual([
      'invalid_message',
      'unknown_asset',
      'invalid_type',
      'invalid_operation',
      'invalid_since',
      'invalid_lineage',
    ]);
    reader.say({ operation: 'subscribe', assets_ids: [market.yes, market.no] });
    await reader.until('books', (each) => each.of('book').length === 2);
    reader.say({ operation: 'unsubscribe', assets_ids: [market.yes] });
    reader.say('PING');
    await reader.until('it was heard', ({ frames }) => frames.filter((frame) => frame === 'PONG').length === 2);
    await bid(4_200);
    await reader.until('a change', (each) => each.of('price_change').length === 1);
    expect(reader.of('price_change')).toMatchObject([{ price_changes: [{ asset_id: market.no }] }]);
  });

  it('resumes after a sequence with everything since', async () => {
    const first = await follow({ type: 'market', assets_ids: [market.yes] });
    await first.until('a book', ({ messages }) => messages.length === 1);
    for (const pips of [1_000, 2_000, 3_000]) await bid(pips);
    await first.until('three changes', (reader) => reader.of('price_change').length === 3);
    const seen = first.of('price_change');
    const again = await follow({
      type: 'market',
      assets_ids: [market.yes],
      since: sequenceOf(seen[0]),
      lineage: seen[0]?.['lineage'],
    });
    await again.until('it goes on', (reader) => reader.of('resumed').length === 1);
    expect(again.messages).toEqual([
      seen[1],
      seen[2],
      { event_type: 'resumed', asset_id: market.yes, sequence: sequenceOf(seen[2]), lineage: seen[2]?.['lineage'] },
    ]);
    await bid(3_500);
    await again.until('and on', (reader) => reader.of('price_change').length === 3);
    expect(again.of('price_change')[2]).toMatchObject({ previous: sequenceOf(seen[2]) });
  });

  describe('N1: over a record that went back', () => {
    it.each([
      ['of another lineage', { lineage: '0'.repeat(16) }],
      ['of no lineage', {}],
    ])('requires a snapshot after a sequence %s, though it is stored', async (_what, other) => {
      const first = await follow({ type: 'market', assets_ids: [market.yes] });
      await first.until('a book', ({ messages }) => messages.length === 1);
      await bid(1_000);
      await first.until('a change', (reader) => reader.of('price_change').length === 1);
      const since = sequenceOf(first.of('price_change')[0]);
      const again = await follow({ type: 'market', assets_ids: [market.yes], since, ...other });
      await again.until('a book', (reader) => reader.of('book').length === 1);
      expect(again.messages).toMatchObject([
        { event_type: 'snapshot_required', sequence: since, lineage: lineage() },
        { event_type: 'book', sequence: since, lineage: lineage() },
      ]);
    });

    it('sends a new book when another lineage begins, and names that lineage from then on', async () => {
      const reader = await follow({ type: 'market', assets_ids: [market.yes] });
      await reader.until('a book', ({ messages }) => messages.length === 1);
      const before = lineage();
      await world.command('ops.clob.facts.replay', { from: 1, newLineage: true });
      await reader.until('another book', (each) => each.of('book').length === 2);
      expect(lineage()).not.toBe(before);
      await bid(1_000);
      await reader.until('a change', (each) => each.of('price_change').length === 1);
      expect(reader.messages.map((message) => message['lineage'])).toEqual([before, lineage(), lineage()]);
    });
  });

  it('refuses other paths, and too many tokens', async () => {
    const lost = StreamReader.open(`${world.url}/other`, 'market');
    await expect(lost).rejects.toThrow('404');
    const reader = await follow({ assets_ids: [market.yes] });
    await reader.until('a book', ({ messages }) => messages.length === 1);
    reader.say({ assets_ids: Array.from({ length: 101 }, (_none, index) => String(index)) });
    await reader.until('refusals', (each) => each.of('error').length === 101);
    for (let each = 0; each < 100; each += 1) reader.say('PING');
    await reader.until('the cut', ({ closed }) => closed !== null);
    expect(reader.closed).toEqual({ code: 1008, reason: 'more than 100 messages in ten seconds' });
  });

  describe('of a second replica', () => {
    let standby: NestExpressApplication;
    let url: string;

    beforeAll(async () => {
      ({ app: standby, url } = await world.replica());
    });
    afterAll(async () => {
      await standby?.close();
    });

    it('reports that a snapshot is required after a sequence it does not hold', async () => {
      await bid(4_200);
      await world.until('the standby has it', async () =>
        (await (await fetch(`${url}/book?token_id=${market.yes}`)).text()).includes('0.42'),
      );
      const reader = await follow(
        { type: 'market', assets_ids: [market.yes], since: { [market.yes]: 1 }, lineage: lineage() },
        url,
      );
      await reader.until('a book', (each) => each.of('book').length === 1);
      expect(reader.messages).toMatchObject([
        { event_type: 'snapshot_required', asset_id: market.yes, sequence: sequenceOf(reader.messages[1]) },
        { event_type: 'book', asset_id: market.yes, bids: [{ price: '0.42', size: '10' }] },
      ]);
      const silent = await follow({ assets_ids: [market.yes], since: 1, lineage: lineage(), initial_dump: false }, url);
      await silent.until('an answer', ({ messages }) => messages.length === 1);
      await bid(4_300);
      await silent.until('a change', (each) => each.of('price_change').length === 1);
      expect(silent.messages.map(({ event_type }) => event_type)).toEqual(['snapshot_required', 'price_change']);
    });

    it('sends the same with the same sequence, and resumes where the other one ended, also as the writer', async () => {
      const subscription = { type: 'market', assets_ids: [market.yes, market.no], custom_feature_enabled: true };
      await world.until('the standby has the market', async () => (await fetch(`${url}/book?token_id=${market.yes}`)).ok);
      const [here, there] = [await follow(subscription), await follow(subscription, url)];
      for (const reader of [here, there]) await reader.until('books', (each) => each.of('book').length === 2);
      await bid(4_200);
      await bob.place({ tokenId: market.no, side: 'BUY', pips: 5_800, shares: 6 });
      await bid(4_300);
      const changes = (reader: StreamReader): readonly Fields[] => reader.messages.slice(2);
      for (const reader of [here, there]) await reader.until('changes', (each) => each.of('price_change').length === 6);
      // `previous` of the first step is the sequence from which that replica itself started.
      const first = sequenceOf(changes(here)[0]);
      const said = (reader: StreamReader): readonly Fields[] =>
        changes(reader).map((message) => (message['sequence'] === first ? { ...message, previous: 0 } : message));
      expect(said(there)).toEqual(said(here));
      const last = sequenceOf(changes(here).at(-1));
      const closing = world.app.close();
      await here.until('the writer goes', ({ closed }) => closed?.code === 1012);
      await closing;
      await world.until('the standby writes', () => Promise.resolve(standby.get(EngineService).isWriting()));
      const resumed = await follow({ ...subscription, since: last, lineage: lineage() }, url);
      await resumed.until('it goes on', (reader) => reader.of('resumed').length === 2);
      await world.at(url, alice).rest({ tokenId: market.yes, side: 'BUY', pips: 4_400, shares: 5 });
      for (const reader of [there, resumed])
        await reader.until('a change', (each) => Number(each.of('price_change').at(-1)?.['sequence']) > last);
      expect(resumed.of('book')).toEqual([]);
      expect(resumed.of('price_change')[0]).toMatchObject({ previous: last });
      expect(there.of('book')).toHaveLength(2);
    });
  });
});
