import { CommitFeed } from '../engine/commit-feed';
import type { Fields } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { StreamReader } from '../testing/stream-reader';
import type { Trader } from '../testing/trader';

describe('one object a WebSocket frame, for clients that do not send `since`', () => {
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
  afterAll(() => world?.close());

  const follow = async (channel: 'market' | 'user', first: object): Promise<StreamReader> => {
    const reader = await StreamReader.open(world.url, channel, first);
    readers.push(reader);
    return reader;
  };
  const lineage = (): string => world.app.get(CommitFeed).lineage;
  const sequenceOf = (message: Fields | undefined): number => Number(message?.['sequence']);
  const bid = () => ({ tokenId: market.yes, side: 'BUY', pips: 4_200, shares: 10 }) as const;
  const taking = () => ({ tokenId: market.no, side: 'BUY', pips: 5_800, shares: 6 }) as const;

  it('F1: on /ws/market, a list for the opening books only', async () => {
    const reader = await follow('market', { type: 'market', assets_ids: [market.yes] });
    await reader.until('a book', ({ messages }) => messages.length === 1);
    await alice.rest(bid());
    await bob.place(taking());
    await reader.until('four frames', ({ texts }) => texts.length === 4);
    const [first = 0, second = 0, third = 0] = [0, 1, 2].map((at) => sequenceOf(reader.messages[at]));
    const { hash } = Object((await world.get(`/book?token_id=${market.yes}`)).body) as Fields;
    const restingHash = (reader.messages[1]?.['price_changes'] as Fields[])[0]?.['hash'];
    const transaction = reader.messages[2]?.['transaction_hash'];
    const of = (sequence: number, previous: number): string =>
      `"timestamp":"${world.now}","sequence":${sequence},"lineage":"${lineage()}","previous":${previous}}`;
    const changed = (size: string, after: unknown): string =>
      `{"event_type":"price_change","market":"${market.conditionId}","price_changes":[{"asset_id":"${market.yes}","price":"0.42",` +
      `"size":"${size}","side":"BUY","hash":"${String(after)}","best_bid":"0.42","best_ask":"1"}],`;
    expect(reader.texts[0]).toMatch(/^\[\{"event_type":"book".*\}\]$/);
    expect(reader.texts.slice(1)).toEqual([
      `${changed('10', restingHash)}${of(second, first)}`,
      `{"event_type":"last_trade_price","market":"${market.conditionId}","asset_id":"${market.yes}","price":"0.42","side":"SELL",` +
        `"size":"6","fee_rate_bps":"0","transaction_hash":"${String(transaction)}",${of(third, second)}`,
      `${changed('4', hash)}${of(third, second)}`,
    ]);
  });

  it('F1, F5: on /ws/user, a trade with `match_time`', async () => {
    const maker = await follow('user', { type: 'user', auth: alice.key });
    // Once it answers, it is authenticated.
    maker.say('PING');
    await maker.until('an answer', ({ texts }) => texts.includes('PONG'));
    const orderId = await alice.rest(bid());
    await bob.place(taking());
    await maker.until('all of it', ({ texts }) => texts.length === 5);
    expect(maker.texts.slice(1).every((text) => text.startsWith('{'))).toBe(true);
    const [placed, , matched] = maker.messages;
    expect(maker.messages.map(({ event_type, previous }) => [event_type, previous])).toEqual([
      ['order', 0],
      ['order', placed?.['sequence']],
      ['trade', placed?.['sequence']],
      ['trade', placed?.['sequence']],
    ]);
    const fields = matched ?? {};
    const seconds = String(world.now / 1_000);
    const golden = JSON.stringify({
      event_type: 'trade',
      id: fields['id'],
      taker_order_id: fields['taker_order_id'],
      market: market.conditionId,
      asset_id: market.no,
      side: 'BUY',
      size: '6',
      fee_rate_bps: '0',
      price: '0.58',
      status: 'MATCHED',
      match_time: seconds,
      last_update: seconds,
      outcome: market.event.outcomes[1],
      maker_address: bob.wallet.address,
      owner: bob.apiKey,
      transaction_hash: fields['transaction_hash'],
      bucket_index: 0,
      maker_orders: [
        {
          order_id: orderId,
          maker_address: alice.wallet.address,
          owner: alice.apiKey,
          matched_amount: '6',
          fee_rate_bps: '0',
          price: '0.42',
          asset_id: market.yes,
          outcome: market.event.outcomes[0],
          side: 'BUY',
        },
      ],
      trader_side: 'MAKER',
      type: 'TRADE',
      trade_owner: bob.apiKey,
      timestamp: String(world.now),
      sequence: fields['sequence'],
      lineage: lineage(),
      previous: placed?.['sequence'],
    });
    expect(maker.texts.slice(3)).toEqual([golden, golden.replace('"MATCHED"', '"CONFIRMED"')]);
  });
});
