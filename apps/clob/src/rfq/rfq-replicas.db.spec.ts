import type { NestExpressApplication } from '@nestjs/platform-express';
import { fieldsOf, listOf, type Answer, type Fields } from '../testing/answer';
import { ClobWorld } from '../testing/clob-world';
import { amountsOf, quoted, requested, signedOffer } from '../testing/rfq-offers';
import type { Trader } from '../testing/trader';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('requests for quotes through a replica that forwards', () => {
  let world: ClobWorld;
  let standby: NestExpressApplication;
  let url: string;

  beforeAll(async () => {
    world = await ClobWorld.open();
    ({ app: standby, url } = await world.replica());
  }, 120_000);
  afterAll(async () => {
    await standby?.close();
    await world?.close();
  });

  it('are accepted, approved and refused there as at the writer, and shown alike by both', async () => {
    const market = await world.list();
    const [alice, bob] = [await world.trader(), await world.trader()];
    const [aliceThere, bobThere] = [world.at(url, alice), world.at(url, bob)];
    await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
    await world.untilListed(url, market);
    const [asked, offered] = [
      { tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 },
      { tokenId: market.no, side: 'BUY', pips: 6_000, shares: 10 },
    ] as const;
    const trade = async (approves: boolean): Promise<void> => {
      const requestId = await requested(aliceThere, asked);
      const of = { requestId, quoteId: await quoted(bob, requestId, offered) };
      await aliceThere.ok('POST', '/rfq/request/accept', signedOffer(alice, of, asked));
      if (!approves) expect(await bobThere.ok('DELETE', '/rfq/quote', { quoteId: of.quoteId })).toBe('OK');
      else await bobThere.ok('POST', '/rfq/quote/approve', signedOffer(bob, of, offered));
    };
    await trade(true);
    await trade(false);
    expect([await aliceThere.balance(market.yes), await bobThere.balance(market.no)]).toEqual(['10000000', '10000000']);
    const path = '/rfq/data/requester/quotes?sortBy=price';
    const here = fieldsOf(await alice.ok('GET', path));
    expect(
      listOf(here['data'])
        .map(({ state }) => String(state))
        .sort(),
    ).toEqual(['STATE_COMPLETED', 'STATE_MAKER_REJECTED_CANCELED']);
    expect(await aliceThere.ok('GET', path)).toEqual(here);
  });

  it('are made once by the same bytes, at any replica, also when they are over', async () => {
    const market = await world.list();
    await world.untilListed(url, market);
    const [alice, bob] = [await world.trader(), await world.trader()];
    const bid = { tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 } as const;
    const signedAt = Math.floor(world.now / 1_000);
    const send = async (trader: Trader, path: string, body: object, timestampSeconds = signedAt) =>
      Promise.all(
        [trader, world.at(url, trader), trader].map((at) =>
          at.tampered('POST', path, JSON.stringify(body), { timestampSeconds }),
        ),
      );
    const first = await once(send(alice, '/rfq/request', amountsOf(bid)));
    const { requestId } = first;
    const offer = { requestId, ...amountsOf({ ...bid, tokenId: market.no, pips: 6_000 }) };
    const quote = await once(send(bob, '/rfq/quote', offer));
    expect([requestId, quote['quoteId']]).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
    await bob.ok('DELETE', '/rfq/quote', quote);
    expect(await once(send(bob, '/rfq/quote', offer))).toEqual(quote);
    await alice.ok('DELETE', '/rfq/request', { requestId });
    expect(await once(send(alice, '/rfq/request', amountsOf(bid)))).toEqual(first);
    expect(await once(send(bob, '/rfq/quote', offer))).toEqual(quote);
    const counts = (trader: Trader, list: string) => trader.ok('GET', `/rfq/data/${list}`);
    expect(await counts(alice, `requests?userAddress=${alice.wallet.address}`)).toMatchObject({ total_count: 1 });
    expect(await counts(bob, 'quoter/quotes')).toMatchObject({ total_count: 1 });
    const other = await once(send(alice, '/rfq/request', amountsOf(bid), signedAt - 1));
    const foreign = await once(send(bob, '/rfq/request', amountsOf(bid)));
    expect(new Set([requestId, other['requestId'], foreign['requestId']]).size).toBe(3);
    await world.pass(59);
    expect(await once(send(alice, '/rfq/request', amountsOf(bid)))).toEqual(first);
  });

  /** The body of equal answers. */
  const once = async (sent: Promise<readonly Answer[]>): Promise<Fields> => {
    const answers = await sent;
    const [{ body }] = answers as [Answer];
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body });
    return fieldsOf(body);
  };
});
