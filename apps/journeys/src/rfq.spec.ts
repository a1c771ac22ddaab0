import { limitOrder, type TradingClient } from '@foretell/client';
import { WebSocket } from 'ws';
import { eventually } from './harness/eventually';
import { fieldsOf, listOf, openMarket, type Fields, type OpenMarket } from './harness/reads';
import { catalogIsCaughtUp } from './harness/record';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const STEP_MS = 60_000;

/** A quote, requested, sent and accepted, over all three services. None of the project's own clients supports RFQ. */
describe('a quote is accepted, the writer is killed, and the approval executes', () => {
  let world: World;
  let market: OpenMarket;
  let alice: TradingClient;
  let bob: TradingClient;
  let ids: Fields;
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    world = await startSampleWorld();
    await catalogIsCaughtUp(world);
    market = await openMarket(world);
    [alice, bob] = [await world.trader(), await world.trader()];
  }, JOURNEY_MS);

  afterAll(async () => {
    for (const socket of sockets) socket.terminate();
    await world?.stop();
  }, STEP_MS);

  const call = async (trader: TradingClient, method: string, path: string, body?: object): Promise<Fields> => {
    const { status, text } = await trader.call(method, path, body === undefined ? undefined : JSON.stringify(body));
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return fieldsOf({ answer: JSON.parse(text) as unknown, ...fieldsOf(JSON.parse(text)) });
  };
  const amounts = (outcome: 0 | 1, usdc: string) => ({
    assetIn: market.tokenIds[outcome],
    assetOut: '0',
    amountIn: '10000000',
    amountOut: usdc,
    userType: 0,
  });
  const signed = (trader: TradingClient, outcome: 0 | 1, price: string): object => {
    const draft = limitOrder({
      tokenId: market.tokenIds[outcome],
      side: 'BUY',
      price,
      size: '10',
      orderType: 'GTC',
      isNegRisk: market.isNegRisk,
    });
    const { item } = trader.sign(draft);
    return { ...ids, ...item.order, expiration: 0, owner: item.owner };
  };
  const follow = async (channel: 'user' | 'market', first: object): Promise<Fields[]> => {
    const messages: Fields[] = [];
    const socket = new WebSocket(`${world.clob.url.replace('http', 'ws')}/ws/${channel}`);
    sockets.push(socket);
    socket.on('message', (data: Buffer) => messages.push(...[JSON.parse(data.toString('utf8')) as unknown].flat().map(fieldsOf)));
    await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify(first));
    return messages;
  };
  const activityOf = ({ wallet }: TradingClient): Promise<readonly Fields[]> =>
    eventually(`${wallet.address} has an activity`, async () => {
      const rows = listOf(await (await fetch(`${world.data.url}/activity?user=${wallet.address}`)).json());
      return rows.length > 0 ? rows : undefined;
    });

  it(
    'the reservation of an accept outlives the writer',
    async () => {
      const { requestId } = await call(alice, 'POST', '/rfq/request', amounts(0, '4300000'));
      const { quoteId } = await call(bob, 'POST', '/rfq/quote', { requestId, ...amounts(1, '5700000') });
      ids = { requestId, quoteId };
      const before = (await alice.balance()).available;
      expect(await call(alice, 'POST', '/rfq/request/accept', signed(alice, 0, '0.43'))).toMatchObject({ answer: 'OK' });
      await world.clob.kill();
      await world.clob.start();
      expect(BigInt(before ?? '0') - BigInt((await alice.balance()).available ?? '0')).toBe(4_300_000n);
      const { data } = await call(alice, 'GET', `/rfq/data/requests?requestIds=${String(requestId)}`);
      expect(listOf(data)).toMatchObject([{ state: 'STATE_QUOTE_ACCEPTED', acceptedQuoteId: quoteId }]);
    },
    STEP_MS,
  );

  it(
    'an approval reaches both on the user channel, and the market channel as a trade only',
    async () => {
      const [taker, maker] = [
        await follow('user', { type: 'user', auth: alice.key }),
        await follow('user', { type: 'user', auth: bob.key }),
      ];
      const tokens = await follow('market', { type: 'market', assets_ids: market.tokenIds });
      await eventually('both books', async () => tokens.length >= 2);
      const approved = await call(bob, 'POST', '/rfq/quote/approve', signed(bob, 1, '0.57'));
      const [id] = approved['tradeIds'] as string[];
      const ofType = (messages: readonly Fields[], type: string) =>
        messages.filter(({ event_type: each }) => each === type).map(({ status, ...more }): Fields => ({ status, ...more }));
      const trades = (messages: readonly Fields[]) =>
        eventually('the trade, confirmed', async () => {
          const found = ofType(messages, 'trade');
          return found.some(({ status }) => status === 'CONFIRMED') ? found : undefined;
        });
      const trade = { id, market: market.conditionId, size: '10' };
      expect(await trades(taker)).toMatchObject([
        { ...trade, status: 'MATCHED', trader_side: 'TAKER', side: 'BUY', price: '0.43' },
        { ...trade, status: 'CONFIRMED', trader_side: 'TAKER' },
      ]);
      expect(await trades(maker)).toMatchObject([
        { ...trade, status: 'MATCHED', trader_side: 'MAKER' },
        { ...trade, status: 'CONFIRMED', trader_side: 'MAKER' },
      ]);
      const last = await eventually('the price', async () => {
        const found = ofType(tokens, 'last_trade_price');
        return found.length > 0 ? found : undefined;
      });
      expect(last[0]).toMatchObject({ asset_id: market.tokenIds[0], price: '0.43', size: '10', side: 'BUY' });
      expect([ofType(tokens, 'price_change'), ofType(tokens, 'book').length]).toEqual([[], 2]);
    },
    STEP_MS,
  );

  it(
    'data shows the trade to both, and in the list of all trades',
    async () => {
      const [taken, made] = [await activityOf(alice), await activityOf(bob)];
      const common = { type: 'TRADE', conditionId: market.conditionId, side: 'BUY', size: 10 };
      expect(taken).toMatchObject([{ ...common, price: 0.43, usdcSize: 4.3, outcomeIndex: 0, outcome: market.outcomes[0] }]);
      expect(made).toMatchObject([{ ...common, price: 0.57, usdcSize: 5.7, outcomeIndex: 1, outcome: market.outcomes[1] }]);
      const all = async (query: string) =>
        listOf(await (await fetch(`${world.data.url}/trades?market=${market.conditionId}&${query}`)).json());
      expect(await all('')).toMatchObject([{ side: 'BUY', price: 0.43, size: 10, outcomeIndex: 0 }]);
      expect(await all('takerOnly=false')).toHaveLength(2);
    },
    STEP_MS,
  );
});
