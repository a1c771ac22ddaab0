import { fieldsOf, type Fields } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { amountsOf, quoted, requested, signedOffer, type Offer } from '../testing/rfq-offers';
import type { Trader } from '../testing/trader';

/** Bodies of polymarket-client-sdk 0.4.4 (src/clob/types/request.rs, AcceptRfqQuoteRequest and ApproveRfqOrderRequest). */
describe('an accept and an approval as the crates write them', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    [market, alice, bob] = [await world.list(), await world.trader(), await world.trader()];
  });
  afterAll(() => world?.close());

  /** Orders of the first version, numbers where others send texts, no signature type. */
  const written = (trader: Trader, of: { requestId: string; quoteId: string }, offer: Offer): Fields => {
    const { signatureType: _type, salt, ...signed } = signedOffer(trader, of, { ...offer, version: 1 });
    return { ...signed, salt: String(salt), nonce: 0, feeRateBps: 0, expiration: 0 };
  };

  it('of the keys’ own wallets', async () => {
    const asked: Offer = { tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 };
    const offered: Offer = { tokenId: market.no, side: 'BUY', pips: 6_000, shares: 10 };
    const requestId = await requested(alice, asked);
    const of = { requestId, quoteId: await quoted(bob, requestId, offered) };
    const accept = written(alice, of, asked);
    expect(Object.keys(accept).toSorted()).toEqual(
      [
        ...['requestId', 'quoteId', 'makerAmount', 'takerAmount', 'tokenId', 'maker', 'signer', 'taker', 'nonce'],
        ...['expiration', 'side', 'feeRateBps', 'signature', 'salt', 'owner'],
      ].toSorted(),
    );
    expect(await alice.call('POST', '/rfq/request/accept', accept)).toMatchObject({ status: 200, text: '"OK"' });
    expect(await bob.ok('POST', '/rfq/quote/approve', written(bob, of, offered))).toEqual({ tradeIds: [expect.any(String)] });
    expect([await alice.balance(market.yes), await bob.balance(market.no)]).toEqual(['10000000', '10000000']);
  });

  it('of a linked wallet, whose signature type its kind says', async () => {
    const safe = await world.link(alice, 'safe');
    const asked: Offer = { tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 };
    const offered: Offer = { tokenId: market.no, side: 'BUY', pips: 6_000, shares: 10 };
    const body = { ...amountsOf(asked), userType: 2 };
    const requestId = String(fieldsOf(await alice.ok('POST', '/rfq/request', body))['requestId']);
    const of = { requestId, quoteId: await quoted(bob, requestId, offered) };
    const accept = written(alice, of, { ...asked, maker: safe, signatureType: 2 });
    expect(await alice.ok('POST', '/rfq/request/accept', accept)).toBe('OK');
    expect(await bob.ok('POST', '/rfq/quote/approve', written(bob, of, offered))).toEqual({ tradeIds: [expect.any(String)] });
  });

  it('lists whose names have brackets narrow as those without', async () => {
    const asked: Offer = { tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 };
    const [one, other] = [await requested(alice, asked), await requested(alice, asked)];
    const quoteId = await quoted(bob, one, { ...asked, tokenId: market.no, pips: 6_000 });
    const count = async (query: string) => fieldsOf(await alice.ok('GET', `/rfq/data/${query}`))['count'];
    expect(await count(`requests?state=active&requestIds[]=${one}`)).toBe(1);
    expect(await count(`requests?requestIds%5B%5D=${one}&requestIds%5B%5D=${other}&markets[]=${market.conditionId}`)).toBe(2);
    expect(await count(`requests?markets[]=0x${'1'.repeat(64)}`)).toBe(0);
    expect(await count(`requester/quotes?quoteIds[]=${quoteId}`)).toBe(1);
    expect(await count(`requester/quotes?quoteIds[]=${one}`)).toBe(0);
  });

  it('are refused by the field’s name where a number is none', async () => {
    const asked: Offer = { tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 };
    const requestId = await requested(alice, asked);
    const of = { requestId, quoteId: await quoted(bob, requestId, { ...asked, side: 'BUY', tokenId: market.no, pips: 6_000 }) };
    for (const [field, value] of [
      ['nonce', -1],
      ['feeRateBps', 0.5],
      ['signatureType', 4],
      ['signatureType', '0'],
    ] as const)
      expect(await alice.call('POST', '/rfq/request/accept', { ...written(alice, of, asked), [field]: value })).toMatchObject({
        status: 400,
        body: { code: 'invalid_payload', error: expect.stringContaining(field) },
      });
  });
});
