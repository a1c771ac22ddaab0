import { randomBytes } from 'node:crypto';
import { TradingClient, limitOrder, signingTerms, walletFromPrivateKey, type TradingClientOptions } from '@foretell/client';
import type { PlaceOrderResult } from '@foretell/contracts';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { signedOrder, type TestOrder } from '../testing/signed-order';

describe('S8: a venue with its own domain', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  const clients: TradingClient[] = [];

  beforeAll(async () => {
    world = await ClobWorld.open({ EXCHANGE_DOMAIN_NAME: 'Acme', AUTH_MESSAGE: 'Sign in to Acme', ORDER_MAX_AGE_SECONDS: '60' });
    market = await world.list();
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await world?.close();
  });

  const clientOf = async (more: Partial<TradingClientOptions>, signedAgoSeconds = 0): Promise<TradingClient> => {
    const wallet = more.wallet ?? (await walletFromPrivateKey(randomBytes(32)));
    const clock = (): number => world.now - signedAgoSeconds * 1_000;
    const client = new TradingClient({ url: world.url, clock, ...more, wallet });
    clients.push(client);
    return client;
  };
  const native = async (): Promise<TradingClient> => {
    const { body } = await world.get('/exchange');
    const client = await clientOf(signingTerms(body as Parameters<typeof signingTerms>[0]));
    await client.createKey();
    return client;
  };
  const buy = () => limitOrder({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '5', isNegRisk: false });
  /** Replays another venue's publicly visible orders, placed by their own key's holder. */
  const placed = async (client: TradingClient, draft: Partial<TestOrder>): Promise<PlaceOrderResult> => {
    const all = { tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 5, ...draft } as const;
    const { order } = signedOrder(client.wallet, all, world.now);
    const body = JSON.stringify({ order, orderType: 'GTC', owner: client.key.apiKey });
    return JSON.parse((await client.call('POST', '/order', body)).text) as PlaceOrderResult;
  };

  it('describes how to sign for it, and accepts orders signed that way', async () => {
    expect((await world.get('/exchange')).body).toMatchObject({
      domain: { name: 'Acme' },
      auth: { domain_name: 'Acme Auth', message: 'Sign in to Acme' },
    });
    const client = await native();
    expect(await client.placeOne(buy())).toMatchObject({ success: true, status: 'live' });
  });

  it('issues no key for a login at another venue of the chain', async () => {
    const relayed = await clientOf({});
    await expect(relayed.createKey()).rejects.toMatchObject({ code: 'invalid_l1', status: 401 });
  });

  it('accepts no order of a live venue, in any version', async () => {
    const client = await native();
    expect(await placed(client, {})).toMatchObject({ success: false, details: { reason: 'wrong_signer' } });
    expect(await placed(client, { version: 1 })).toMatchObject({ success: false, details: { reason: 'version_not_accepted' } });
  });

  it('accepts no order that was signed long ago, or with a future time', async () => {
    const client = await native();
    const { domain, auth } = signingTerms((await world.get('/exchange')).body as Parameters<typeof signingTerms>[0]);
    const signedAt = async (agoSeconds: number) => {
      const signer = await clientOf({ wallet: client.wallet, domain, ...(auth === undefined ? {} : { auth }) }, agoSeconds);
      signer.useKey(client.key);
      return signer.sign(buy());
    };
    const outcome = async (item: unknown): Promise<unknown> =>
      JSON.parse((await client.call('POST', '/order', JSON.stringify(item))).text);
    const recent = await signedAt(59);
    expect(await outcome(recent.item)).toMatchObject({ success: true });
    expect(await outcome((await signedAt(61)).item)).toMatchObject({ success: false, code: 'order_too_old' });
    expect(await outcome((await signedAt(-61)).item)).toMatchObject({ success: false, code: 'order_from_future' });
    await world.pass(61);
    expect(await outcome(recent.item)).toMatchObject({ code: 'duplicate_order', orderID: recent.orderId, status: 'live' });
  });
});
