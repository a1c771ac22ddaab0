import type { NestExpressApplication } from '@nestjs/platform-express';
import { fieldsOf, listOf } from '../testing/answer';
import { ClobWorld } from '../testing/clob-world';
import { quoted, requested, signedOffer } from '../testing/rfq-offers';

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
});
