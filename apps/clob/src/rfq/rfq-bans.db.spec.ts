import { fieldsOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { amountsOf, quoted, requested, signedOffer, type Offer } from '../testing/rfq-offers';
import type { Trader } from '../testing/trader';

interface Ids {
  readonly requestId: string;
  readonly quoteId: string;
}

describe('requests and quotes of banned wallets', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;
  let carol: Trader;
  /** Alice buys of bob, and sells to bob. */
  let bought: Ids;
  let sold: Ids;

  const buy = (): Offer => ({ tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 10 });
  const sell = (): Offer => ({ ...buy(), side: 'SELL' });

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    market = await world.list();
    [alice, bob, carol] = [await world.trader(), await world.trader(), await world.trader()];
    for (const trader of [alice, bob, carol])
      await trader.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '20' });
    const [buying, selling] = [await requested(alice, buy()), await requested(alice, sell())];
    bought = { requestId: buying, quoteId: await quoted(bob, buying, sell()) };
    sold = { requestId: selling, quoteId: await quoted(bob, selling, buy()) };
  });

  const ban = async (trader: Trader, mode: 'full' | 'closed-only' | 'lift'): Promise<void> => {
    expect(await world.command('ops.clob.keys.ban', { address: trader.wallet.address, mode })).toMatchObject({ ok: true });
  };
  const count = async (trader: Trader, list: string) => fieldsOf(await trader.ok('GET', `/rfq/data/${list}`))['count'];
  const requests = (trader: Trader) => count(trader, `requests?markets=${market.conditionId}&state=active`);
  const quotes = (trader: Trader) => count(trader, 'quotes?state=active');
  const best = async ({ requestId }: Ids) => (await alice.get(`/rfq/data/best-quote?requestId=${requestId}`)).status;
  const accept = (of: Ids, offer: Offer) => alice.call('POST', '/rfq/request/accept', signedOffer(alice, of, offer));
  const refusal = (code: string, { wallet: { address } }: Trader) => ({ status: 400, body: { code, details: { address } } });

  it('closed-only: a quote that buys is hidden and not accepted, one that sells is', async () => {
    expect([await best(bought), await best(sold), await quotes(alice), await quotes(bob)]).toEqual([200, 200, 2, 2]);
    await ban(bob, 'closed-only');
    expect([await best(bought), await best(sold), await quotes(alice), await quotes(bob)]).toEqual([200, 404, 1, 2]);
    expect(await accept(sold, sell())).toMatchObject(refusal('closed_only', bob));
    expect(await accept(bought, buy())).toMatchObject({ status: 200 });
  });

  it('in full: no quote is shown or accepted until the ban is lifted', async () => {
    await ban(bob, 'full');
    expect([await best(bought), await best(sold), await quotes(alice), await quotes(bob)]).toEqual([404, 404, 0, 2]);
    expect(await accept(bought, buy())).toMatchObject(refusal('user_banned', bob));
    expect(await accept(sold, sell())).toMatchObject(refusal('user_banned', bob));
    expect([await alice.balance(), await alice.balance(market.yes)]).toEqual(['9980000000', '20000000']);
    await ban(bob, 'lift');
    expect([await best(bought), await best(sold), await quotes(alice)]).toEqual([200, 200, 2]);
    expect(await accept(bought, buy())).toMatchObject({ status: 200 });
  });

  it('a ban after the accept changes no answer to its repetition', async () => {
    const signed = signedOffer(alice, bought, buy());
    for (const mode of ['lift', 'full'] as const) {
      await ban(bob, mode);
      expect(await alice.call('POST', '/rfq/request/accept', signed)).toMatchObject({ status: 200, body: 'OK' });
    }
  });

  it('requests that the ban forbids are shown to their owner only, and take no quotes', async () => {
    const quote = ({ requestId }: Ids, offer: Offer) => carol.call('POST', '/rfq/quote', { requestId, ...amountsOf(offer) });
    expect([await requests(carol), await requests(alice)]).toEqual([2, 2]);
    await ban(alice, 'closed-only');
    expect([await requests(carol), await requests(alice)]).toEqual([1, 2]);
    expect(await quote(bought, sell())).toMatchObject(refusal('closed_only', alice));
    expect(await quote(sold, buy())).toMatchObject({ status: 200 });
    await ban(alice, 'full');
    expect([await requests(carol), await requests(alice)]).toEqual([0, 2]);
    await ban(alice, 'lift');
    expect(await requests(carol)).toBe(2);
  });
});
