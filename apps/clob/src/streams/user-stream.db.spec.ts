import { PostgresApiKeyStore } from '../keys/api-key.store';
import type { Fields } from '../testing/answer';
import { CommitFeed } from '../engine/commit-feed';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { StreamReader } from '../testing/stream-reader';
import type { Trader } from '../testing/trader';

describe('/ws/user', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;
  const readers: StreamReader[] = [];

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  beforeEach(async () => {
    [market, alice, bob] = [await world.list(), await world.trader(), await world.trader()];
  });
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.close()));
  });
  afterAll(async () => {
    await world?.close();
  });

  const lineage = (): string => world.app.get(CommitFeed).lineage;
  const follow = async (trader: Trader, more: object = {}): Promise<StreamReader> => {
    const reader = await StreamReader.open(world.url, 'user', { type: 'user', auth: trader.key, ...more });
    readers.push(reader);
    return reader;
  };
  /** Subscribes from now on. Earlier messages have been sent first, and `resumed` after them. */
  const followed = async (trader: Trader, more: object = {}): Promise<StreamReader> => {
    const reader = await follow(trader, { since: 0, lineage: lineage(), ...more });
    await reader.until('it began', (each) => each.of('resumed').length === 1);
    return reader;
  };
  const bid = (trader: Trader, pips: number, { yes } = market): Promise<string> =>
    trader.rest({ tokenId: yes, side: 'BUY', pips, shares: 10 });
  const typesOf = (reader: StreamReader): readonly unknown[] =>
    reader.messages
      .filter(({ event_type }) => event_type !== 'resumed')
      .map(({ type, status }) => `${String(type)} ${String(status)}`);

  it('sends what happens to own orders, and to nobody else’s', async () => {
    const [mine, others] = [await followed(alice), await followed(bob)];
    const orderId = await bid(alice, 4_200);
    await alice.ok('DELETE', '/order', { orderId });
    await mine.until('both', (reader) => reader.of('order').length === 2);
    const [placed, canceled] = mine.of('order');
    expect(placed).toEqual({
      lineage: lineage(),
      event_type: 'order',
      type: 'PLACEMENT',
      id: orderId,
      owner: alice.apiKey,
      order_owner: alice.apiKey,
      market: market.conditionId,
      asset_id: market.yes,
      side: 'BUY',
      price: '0.42',
      original_size: '10',
      size_matched: '0',
      outcome: market.event.outcomes[0],
      associate_trades: [],
      status: 'LIVE',
      order_type: 'GTC',
      maker_address: alice.wallet.address,
      created_at: String(world.now / 1_000),
      expiration: '0',
      timestamp: String(world.now),
      sequence: placed?.['sequence'],
      previous: 0,
    });
    expect(canceled).toMatchObject({ type: 'CANCELLATION', id: orderId, status: 'CANCELED', previous: placed?.['sequence'] });
    expect(others.of('order')).toEqual([]);
  });

  it('sends a trade to taker and maker, matched and confirmed, as GET /data/trades has it', async () => {
    const [maker, taker] = [await followed(alice), await followed(bob)];
    const orderId = await bid(alice, 4_200);
    const [taken] = await bob.place({ tokenId: market.no, side: 'BUY', pips: 5_800, shares: 6 });
    await maker.until('a trade', (reader) => reader.of('trade').length === 2);
    await taker.until('a trade', (reader) => reader.of('trade').length === 2);
    expect(typesOf(maker)).toEqual(['PLACEMENT LIVE', 'UPDATE LIVE', 'TRADE MATCHED', 'TRADE CONFIRMED']);
    expect(typesOf(taker)).toEqual(['PLACEMENT MATCHED', 'TRADE MATCHED', 'TRADE CONFIRMED']);
    const [trade] = maker.of('trade');
    expect(maker.of('order')[1]).toMatchObject({ id: orderId, size_matched: '6', associate_trades: [trade?.['id']] });
    expect(taker.of('order')[0]).toMatchObject({ id: taken?.['orderID'], size_matched: '6', owner: bob.apiKey });
    const readers = await Promise.all(
      [alice, bob].map(async (trader) => (await world.at(world.url, trader, 'POLY').get('/data/trades')).body),
    );
    const [asMaker, asTaker] = readers.map((page) => (Object(page) as { data: Fields[] }).data[0]);
    const same = { type: 'TRADE', event_type: 'trade', status: 'CONFIRMED' };
    expect(maker.of('trade')[1]).toMatchObject({ ...asMaker, ...same, trader_side: 'MAKER', trade_owner: bob.apiKey });
    expect(taker.of('trade')[1]).toMatchObject({ ...asTaker, ...same, trader_side: 'TAKER' });
  });

  it('of an address with keys of its own goes on when it is linked as a wallet, and the owner has it too', async () => {
    const [own, owners] = [await followed(bob), await followed(alice)];
    const link = { wallet: bob.wallet.address, owner: alice.wallet.address, kind: 'safe' } as const;
    expect(await world.command('ops.clob.wallets.link', link)).toMatchObject({ ok: true });
    const orderId = await bid(bob, 4_200);
    await (await world.trader()).place({ tokenId: market.no, side: 'BUY', pips: 5_800, shares: 10 });
    for (const reader of [own, owners]) {
      await reader.until('the trade', (each) => each.of('trade').length === 2);
      expect(reader.of('order')[0]).toMatchObject({ id: orderId, type: 'PLACEMENT', order_owner: bob.apiKey });
    }
  });

  it('covers linked wallets and the named markets, and changes them', async () => {
    const other = await world.list();
    // As the Go client sends it.
    const reader = await followed(alice, { type: 'subscribe', operation: 'subscribe', markets: [market.conditionId] });
    await bid(alice, 1_000, other);
    await bid(alice, 2_000);
    await reader.until('one order', (each) => each.of('order').length === 1);
    reader.say({ operation: 'subscribe', markets: [other.conditionId] });
    reader.say('PING');
    await reader.until('it was heard', ({ frames }) => frames.includes('PONG'));
    await bid(alice, 3_000, other);
    await reader.until('two orders', (each) => each.of('order').length === 2);
    reader.say({ operation: 'unsubscribe', markets: [market.conditionId] });
    reader.say('PING');
    await reader.until('it was heard', ({ frames }) => frames.filter((frame) => frame === 'PONG').length === 2);
    await bid(alice, 4_000);
    await bid(alice, 5_000, other);
    await reader.until('three orders', (each) => each.of('order').length === 3);
    const orders = reader.of('order');
    expect(orders.map(({ price }) => price)).toEqual(['0.2', '0.3', '0.5']);
    expect(orders.map(({ previous }) => previous)).toEqual([0, orders[0]?.['sequence'], orders[1]?.['sequence']]);
  });

  it('a market left while all are followed is silent until it is followed again', async () => {
    const other = await world.list();
    const reader = await followed(alice);
    let pongs = 0;
    const heard = async (request: object): Promise<void> => {
      reader.say(request);
      reader.say('PING');
      pongs += 1;
      await reader.until('it was heard', ({ frames }) => frames.filter((frame) => frame === 'PONG').length === pongs);
    };
    await heard({ operation: 'unsubscribe', markets: [market.conditionId.toUpperCase().replace('0X', '0x')] });
    await bid(alice, 1_000);
    await bid(alice, 2_000, other);
    await reader.until('the other order', (each) => each.of('order').length === 1);
    await heard({ operation: 'subscribe', markets: [market.conditionId] });
    await bid(alice, 3_000);
    await bid(alice, 4_000, other);
    await reader.until('both orders', (each) => each.of('order').length === 3);
    await heard({ operation: 'unsubscribe', markets: [] });
    await heard({ operation: 'subscribe', markets: [other.conditionId] });
    await bid(alice, 5_000);
    await bid(alice, 6_000, other);
    await reader.until('the named one', (each) => each.of('order').length === 4);
    expect(reader.of('order').map(({ price }) => price)).toEqual(['0.2', '0.3', '0.4', '0.6']);
  });

  it('resumes after a sequence, each message once', async () => {
    const first = await followed(alice);
    for (const pips of [1_000, 2_000, 3_000]) await bid(alice, pips);
    await first.until('three orders', (reader) => reader.of('order').length === 3);
    const seen = first.of('order');
    const again = await follow(alice, { since: seen[0]?.['sequence'], lineage: lineage() });
    await again.until('it goes on', (reader) => reader.of('resumed').length === 1);
    await bid(alice, 4_000);
    await again.until('and on', (reader) => reader.of('order').length === 3);
    expect(again.of('order').slice(0, 2)).toEqual(seen.slice(1));
    expect(again.of('order')[2]).toMatchObject({ price: '0.4', previous: seen[2]?.['sequence'] });
  });

  it('resumes after many steps, in order and each once, also those that happen meanwhile', async () => {
    const bids = (pips: number) => ({ tokenId: market.yes, side: 'BUY', pips, shares: 10 }) as const;
    for (let batch = 1; batch <= 12; batch += 1) await alice.place(...Array.from({ length: 15 }, () => bids(100 * batch)));
    const reader = await follow(alice, { since: 0, lineage: lineage(), markets: [market.conditionId] });
    for (let times = 0; times < 10; times += 1) await bid(alice, 5_000);
    await reader.until('all orders', (each) => each.of('order').length === 190);
    const steps = reader.frames.map((frame) => Object(frame[0]) as Fields).filter(({ event_type }) => event_type === 'order');
    const sequences = steps.map(({ sequence }) => Number(sequence));
    expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
    expect(steps.every(({ previous }, at) => Number(previous) <= (sequences[at - 1] ?? 0))).toBe(true);
    expect(new Set(reader.of('order').map(({ id }) => id)).size).toBe(190);
    expect(reader.of('resumed')).toHaveLength(1);
  });

  it.each([
    ['no credentials', {}, 'the first message holds auth'],
    ['a wrong secret', { secret: 'x' }, 'Unauthorized/Invalid api key'],
    ['a wrong passphrase', { passphrase: '0'.repeat(64) }, 'Unauthorized/Invalid api key'],
    ['an unknown key', { apiKey: '00000000-0000-4000-8000-000000000000' }, 'Unauthorized/Invalid api key'],
  ])('ends clients with %s', async (_what, wrong, reason) => {
    const auth = Object.keys(wrong).length === 0 ? undefined : { ...alice.key, ...wrong };
    const reader = await follow(alice, { auth });
    await reader.until('the end', ({ closed }) => closed !== null);
    expect(reader.closed).toEqual({ code: 1008, reason });
    expect(reader.messages).toEqual([]);
  });

  it('ends a key’s connections when it is revoked, wherever that was done, and those above its limit', async () => {
    const [reader, other] = [await followed(alice), await followed(bob)];
    const many = await Promise.all(Array.from({ length: 20 }, () => follow(alice, { since: 0, lineage: lineage() })));
    await Promise.all(
      many.slice(0, 19).map((each) => each.until('it began', ({ messages }) => messages.length > 0 || each.closed !== null)),
    );
    const refused = (): readonly StreamReader[] => many.filter(({ closed }) => closed !== null);
    await reader.until('one is refused', () => refused().length === 1);
    expect(refused()[0]?.closed).toEqual({ code: 1008, reason: 'more than 20 connections of one key' });
    // As another process would: this one is notified.
    await world.app.get(PostgresApiKeyStore).revoke(alice.apiKey, world.now);
    await reader.until('the end', ({ closed }) => closed !== null);
    expect(reader.closed).toEqual({ code: 1008, reason: 'the api key is no longer valid' });
    expect(other.closed).toBeNull();
  });

  it('N1: requires a snapshot after a sequence of another lineage, and ends connections when another one begins', async () => {
    const first = await followed(alice);
    await bid(alice, 1_000);
    await first.until('an order', (reader) => reader.of('order').length === 1);
    const since = first.of('order')[0]?.['sequence'];
    for (const other of [{ lineage: '0'.repeat(16) }, {}]) {
      const again = await follow(alice, { since, lineage: undefined, ...other });
      await again.until('an answer', ({ messages }) => messages.length === 1);
      expect(again.messages).toEqual([{ event_type: 'snapshot_required', sequence: since, lineage: lineage() }]);
    }
    const now = await follow(alice, { since: Number.MAX_SAFE_INTEGER });
    await now.until('it began', (each) => each.of('resumed').length === 1);
    const before = lineage();
    await world.command('ops.clob.facts.replay', { from: 1, newLineage: true });
    await first.until('the end', ({ closed }) => closed !== null);
    expect(first.closed).toMatchObject({ code: 1012, reason: expect.stringMatching(/snapshot required/) });
    const again = await follow(alice, { since, lineage: before });
    await again.until('an answer', ({ messages }) => messages.length === 1);
    expect(again.messages).toMatchObject([{ event_type: 'snapshot_required', lineage: lineage() }]);
  });
});
