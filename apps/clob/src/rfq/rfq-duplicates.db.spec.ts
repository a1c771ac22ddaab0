import { fieldsOf, listOf, type Fields } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { offerOf, quoted, requested, signedOffer, type Offer } from '../testing/rfq-offers';
import type { Trader } from '../testing/trader';

interface Ids {
  readonly requestId: string;
  readonly quoteId: string;
}

describe('an accept or approval by an order that was placed otherwise', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;
  let carol: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    market = await world.list();
    await settingOf(market);
  });

  const settingOf = async ({ conditionId }: WorldMarket): Promise<void> => {
    [alice, bob, carol] = [await world.trader(), await world.trader(), await world.trader()];
    for (const trader of [bob, carol]) await trader.ok('POST', '/positions/split', { conditionId, amount: '100' });
  };
  const buy = (more: Partial<Offer> = {}): Offer => ({ tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 10, ...more });
  const sell = (more: Partial<Offer> = {}): Offer => buy({ side: 'SELL', ...more });
  const ids = async (offer = sell()): Promise<Ids> => {
    const requestId = await requested(alice, buy({ pips: 7_000 }));
    return { requestId, quoteId: await quoted(bob, requestId, offer) };
  };
  const states = async ({ requestId }: Ids): Promise<readonly unknown[]> => {
    const [request] = listOf(fieldsOf(await alice.ok('GET', `/rfq/data/requests?requestIds=${requestId}`))['data']);
    const quotes = listOf(fieldsOf(await alice.ok('GET', `/rfq/data/requester/quotes?requestIds=${requestId}`))['data']);
    return [request?.['state'], ...quotes.map(({ state }) => state)];
  };
  const placed = async (item: Fields, status: string): Promise<void> =>
    expect(await alice.ok('POST', '/orders', [item])).toMatchObject([{ success: true, status }]);
  const accept = (of: Ids, item: Fields) => alice.call('POST', '/rfq/request/accept', offerOf(of, item));
  const approve = (of: Ids) => bob.call('POST', '/rfq/quote/approve', signedOffer(bob, of, sell()));
  const DUPLICATE = { status: 400, body: { code: 'duplicate_order' } };

  /** The accept is refused, nothing is approved by it, and another order is accepted and approved. */
  const remainsOpen = async (of: Ids, item: Fields): Promise<void> => {
    expect(await accept(of, item)).toMatchObject(DUPLICATE);
    expect(await approve(of)).toMatchObject({ status: 400, body: { code: 'rfq_quote_not_accepted' } });
    expect(await accept(of, item)).toMatchObject(DUPLICATE);
    expect(await states(of)).toEqual(['STATE_ACCEPTING_QUOTES', 'STATE_REQUEST_QUOTED']);
    expect(await accept(of, alice.sign(buy()).item)).toMatchObject({ status: 200 });
    const { status, body } = await approve(of);
    expect(status).toBe(200);
    const [trade] = listOf(fieldsOf(await bob.ok('GET', '/data/trades'))['data']);
    expect(fieldsOf(body)['tradeIds']).toEqual([trade?.['id']]);
    expect(await states(of)).toEqual(['STATE_COMPLETED', 'STATE_COMPLETED']);
  };

  it('that took from somebody else on the book', async () => {
    const [of, { item }] = [await ids(), alice.sign(buy())];
    await carol.rest(sell());
    await placed(item, 'matched');
    await remainsOpen(of, item);
  });

  it('that was filled in part, and rests', async () => {
    const [of, { item }] = [await ids(), alice.sign(buy())];
    await carol.rest(sell({ shares: 5 }));
    await placed(item, 'matched');
    await remainsOpen(of, item);
  });

  it('that waits for a market that delays orders', async () => {
    market = await world.list({ secondsDelay: 3 });
    await settingOf(market);
    const [of, { item }] = [await ids(), alice.sign(buy())];
    await carol.rest(sell());
    await placed(item, 'delayed');
    await remainsOpen(of, item);
  });

  it('that waits for the approval of another request', async () => {
    const [first, second] = [await ids(), await ids()];
    const { item } = alice.sign(buy());
    expect(await accept(first, item)).toMatchObject({ status: 200 });
    expect(await accept(second, item)).toMatchObject(DUPLICATE);
    expect(await approve(second)).toMatchObject({ status: 400, body: { code: 'rfq_quote_not_accepted' } });
    expect(await approve(first)).toMatchObject({ status: 200 });
    await remainsOpen(second, item);
  });

  it('that traded for an earlier request', async () => {
    const [first, { item }] = [await ids(), alice.sign(buy())];
    expect(await accept(first, item)).toMatchObject({ status: 200 });
    expect(await approve(first)).toMatchObject({ status: 200 });
    await world.pass(2_000);
    await remainsOpen(await ids(), item);
  });

  it('at two requests at once: one of them has it', async () => {
    const each = [await ids(), await ids(), await ids()];
    const { item } = alice.sign(buy());
    const answers = await Promise.all(each.map((of) => accept(of, item)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(await alice.balance()).toBe('9994000000');
  });

  it('of the quoter, on the book: the accept waits on for another', async () => {
    const of = await ids();
    const { item } = bob.sign(sell());
    expect(await bob.ok('POST', '/orders', [item])).toMatchObject([{ success: true, status: 'live' }]);
    await accept(of, alice.sign(buy()).item);
    expect(await bob.call('POST', '/rfq/quote/approve', offerOf(of, item))).toMatchObject(DUPLICATE);
    expect(await states(of)).toEqual(['STATE_QUOTE_ACCEPTED', 'STATE_REQUEST_ACCEPTED_QUOTE']);
    expect(await approve(of)).toMatchObject({ status: 200 });
  });

  it('an accept that is sent again is answered alike, while it waits and after its approval', async () => {
    const [of, { item }] = [await ids(), alice.sign(buy())];
    for (let sent = 0; sent < 3; sent += 1) expect(await accept(of, item)).toMatchObject({ status: 200, body: 'OK' });
    const approved = await approve(of);
    await world.database.pool.query(
      `update clob.rfq_requests set state = 'STATE_QUOTE_ACCEPTED' where request_id = '${of.requestId}'`,
    );
    await world.database.pool.query(
      `update clob.rfq_quotes set state = 'STATE_REQUEST_ACCEPTED_QUOTE' where quote_id = '${of.quoteId}'`,
    );
    expect(await accept(of, item)).toMatchObject({ status: 200, body: 'OK' });
    await world.pass(11);
    expect(await accept(of, item)).toMatchObject({ status: 200, body: 'OK' });
    expect(await states(of)).toEqual(['STATE_COMPLETED', 'STATE_COMPLETED']);
    expect(await approve(of)).toMatchObject({ status: 200, body: approved.body });
  });
});
