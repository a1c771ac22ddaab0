import { ClobWorld, type ClobProcess, type WorldMarket } from '../testing/clob-world';
import { quoted, requested, signedOffer, type Offer } from '../testing/rfq-offers';
import type { Trader } from '../testing/trader';

const WRONG_BY_SECONDS = 30 * 3_600;

describe('requests for quotes while the exchange’s time is 30 h ahead', () => {
  let world: ClobWorld;
  let process: ClobProcess;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open({ ORDER_MAX_AGE_SECONDS: '604800' });
    market = await world.list();
    const traders = [await world.trader(), await world.trader()] as const;
    await traders[1].ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '100' });
    const right = world.now;
    await world.pass(WRONG_BY_SECONDS);
    await traders[0].rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 20 });
    await world.app.close();
    world.setClock(right + 60_000);
    process = await world.replica();
    [alice, bob] = [world.at(process.url, traders[0]), world.at(process.url, traders[1])];
  });
  afterAll(async () => {
    await process?.app.close();
    await world?.close();
  });

  const buy = (): Offer => ({ tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 10 });
  const sell = (): Offer => ({ ...buy(), side: 'SELL' });
  const ids = async () => {
    const requestId = await requested(alice, buy());
    return { requestId, quoteId: await quoted(bob, requestId, sell()) };
  };

  it('an accepted quote that is listed as expired is not approved, though its order still waits', async () => {
    const of = await ids();
    await alice.ok('POST', '/rfq/request/accept', signedOffer(alice, of, buy()));
    world.setClock(world.now + 11_000);
    const failure = { status: 400, body: { details: { state: 'STATE_MAKER_REJECTED_EXPIRED' } } };
    expect(await bob.call('POST', '/rfq/quote/approve', signedOffer(bob, of, sell()))).toMatchObject({
      ...failure,
      body: { code: 'rfq_quote_not_accepted', ...failure.body },
    });
    expect(await bob.call('DELETE', '/rfq/quote', { quoteId: of.quoteId })).toMatchObject({
      ...failure,
      body: { code: 'rfq_quote_over', ...failure.body },
    });
    expect(await alice.balance(market.yes)).toBe('0');
  });

  it('an order that traded for an earlier request is a duplicate at a later one', async () => {
    const first = await ids();
    const signed = signedOffer(alice, first, buy());
    await alice.ok('POST', '/rfq/request/accept', signed);
    await bob.ok('POST', '/rfq/quote/approve', signedOffer(bob, first, sell()));
    world.setClock(world.now + 2_000_000);
    const second = await ids();
    expect(await alice.call('POST', '/rfq/request/accept', { ...signed, ...second })).toMatchObject({
      status: 400,
      body: { code: 'duplicate_order' },
    });
    expect(await bob.call('POST', '/rfq/quote/approve', signedOffer(bob, second, sell()))).toMatchObject({
      status: 400,
      body: { code: 'rfq_quote_not_accepted' },
    });
  });
});
