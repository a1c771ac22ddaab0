import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { fieldsOf } from '../testing/answer';
import { quoted, requested, signedOffer, type Offer } from '../testing/rfq-offers';
import { StreamReader } from '../testing/stream-reader';
import type { Trader } from '../testing/trader';

describe('the streams of an accepted quote', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;
  const readers: StreamReader[] = [];

  beforeAll(async () => {
    world = await ClobWorld.open();
    [market, alice, bob] = [await world.list(), await world.trader(), await world.trader()];
    await bob.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '100' });
  });
  afterAll(async () => {
    await Promise.all(readers.map((reader) => reader.close()));
    await world?.close();
  });

  const follow = async (channel: 'market' | 'user', first: object): Promise<StreamReader> => {
    const reader = await StreamReader.open(world.url, channel, first);
    readers.push(reader);
    return reader;
  };

  it('send both sides the trade, and the market only its price: no book changes', async () => {
    const asked: Offer = { tokenId: market.yes, side: 'BUY', pips: 5_500, shares: 10 };
    const offered: Offer = { ...asked, side: 'SELL' };
    await bob.rest({ ...offered, pips: 7_000 });
    const [taker, maker] = [
      await follow('user', { type: 'user', auth: alice.key }),
      await follow('user', { type: 'user', auth: bob.key }),
    ];
    const book = await follow('market', { type: 'market', assets_ids: [market.yes] });
    await book.until('its book', (reader) => reader.of('book').length === 1);
    const requestId = await requested(alice, asked);
    const of = { requestId, quoteId: await quoted(bob, requestId, offered) };
    await alice.ok('POST', '/rfq/request/accept', signedOffer(alice, of, asked));
    const approved = fieldsOf(await bob.ok('POST', '/rfq/quote/approve', signedOffer(bob, of, offered)));
    const [id] = approved['tradeIds'] as string[];
    for (const reader of [taker, maker]) await reader.until('the trade', (each) => each.of('trade').length === 2);
    await book.until('the price', (reader) => reader.of('last_trade_price').length === 1);
    const trade = {
      id,
      market: market.conditionId,
      asset_id: market.yes,
      price: '0.55',
      size: '10',
      taker_order_id: expect.any(String),
    };
    expect(taker.of('trade')).toMatchObject([
      { ...trade, status: 'MATCHED', side: 'BUY', trader_side: 'TAKER' },
      { ...trade, status: 'CONFIRMED', side: 'BUY', trader_side: 'TAKER' },
    ]);
    expect(maker.of('trade')).toMatchObject([
      { ...trade, status: 'MATCHED', trader_side: 'MAKER' },
      { ...trade, status: 'CONFIRMED', trader_side: 'MAKER' },
    ]);
    const orders = (reader: StreamReader) =>
      reader.of('order').map(({ type, status, size_matched: filled }) => `${String(type)} ${String(status)} ${String(filled)}`);
    expect(orders(taker)).toEqual(['PLACEMENT DELAYED 0', 'UPDATE MATCHED 10']);
    expect(orders(maker)).toEqual(['PLACEMENT MATCHED 10']);
    expect(book.of('last_trade_price')).toMatchObject([{ asset_id: market.yes, price: '0.55', size: '10', side: 'BUY' }]);
    expect([book.of('book').length, book.of('price_change')]).toEqual([1, []]);
  });
});
