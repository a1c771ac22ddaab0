import type { TradingEvent } from '@foretell/contracts';
import { ALICE, BOB, maker, RAIN, trade, TradingScript, YES } from '@foretell/testing/trading';
import { createDataService } from '../service';
import { pseudonymOf } from '../profiles/pseudonym';
import { DataWorld } from '../testing/data-world';
import { market } from '../testing/events';
import { LiveReader } from '../testing/live-reader';

jest.setTimeout(60_000);

const ICON = 'https://example.test/rain.png';
const TOPIC = { topic: 'activity', type: '*', filters: '' };

describe('the live-data stream', () => {
  let world: DataWorld;
  const script = new TradingScript();
  const readers: LiveReader[] = [];
  let published = 0;

  beforeAll(async () => {
    world = await DataWorld.open();
    await world.publish('gamma', [market(RAIN, [])]);
    // Earlier events are not sent on the stream; the catalog is applied once a title appears.
    await trades(1);
    await world.until('a title', async () => JSON.stringify((await world.get('/trades')).body).includes('Will it rain?'));
  });
  afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.close())));
  afterAll(() => world?.close());

  const open = async (url = world.url): Promise<LiveReader> => {
    const reader = await LiveReader.open(url);
    readers.push(reader);
    return reader;
  };
  /** Alice buys from Bob, who buys the other outcome: a pair is minted. */
  const trades = async (...shares: number[]): Promise<void> => {
    const at = Date.now();
    const events: readonly TradingEvent[] = script.play(
      ...shares.map((each) => trade({ at, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', each, 40)] })),
    );
    await world.publish('clob', events, published + 1);
    published += events.length;
  };
  const typesOf = ({ messages }: Pick<LiveReader, 'messages'>): string[] =>
    messages.map((text) => {
      const { type, payload } = JSON.parse(text) as { type: string; payload: { proxyWallet: string; size: number } };
      return `${type} ${payload.proxyWallet === ALICE ? 'alice' : 'bob'} ${payload.size}`;
    });

  it('L1: a subscription to activity, and a trade, by bytes', async () => {
    const reader = await open();
    reader.say(
      '{"action":"subscribe","subscriptions":[{"topic":"activity","type":"*","filters":"{\\"event_slug\\":\\"weather-this-week\\"}"}]}',
    );
    await reader.heard();
    await trades(100);
    await reader.until('three messages', ({ messages }) => messages.length === 3);
    const parsed = reader.messages.map(
      (text) => JSON.parse(text) as { timestamp: number; connection_id: string; payload: object },
    );
    const [first] = parsed;
    const { timestamp, transactionHash } = first?.payload as { timestamp: number; transactionHash: string };
    const message = (
      index: number,
      type: string,
      wallet: string,
      asset: string,
      outcome: string,
      outcomeIndex: number,
      price: string,
    ) =>
      `{"topic":"activity","type":"${type}","timestamp":${parsed[index]?.timestamp},"payload":{"asset":"${asset}","bio":"",` +
      `"conditionId":"${RAIN}","eventSlug":"weather-this-week","icon":"${ICON}","name":"","outcome":"${outcome}",` +
      `"outcomeIndex":${outcomeIndex},"price":${price},"profileImage":"","proxyWallet":"${wallet}",` +
      `"pseudonym":"${pseudonymOf(wallet)}","side":"BUY","size":100,"slug":"will-it-rain","timestamp":${timestamp},` +
      `"title":"Will it rain?","transactionHash":"${transactionHash}"},"connection_id":"${first?.connection_id}"}`;
    expect(reader.messages).toEqual([
      message(0, 'orders_matched', ALICE, '1', 'Yes', 0, '0.4'),
      message(1, 'trades', ALICE, '1', 'Yes', 0, '0.4'),
      message(2, 'trades', BOB, '2', 'No', 1, '0.6'),
    ]);
  });

  it('L2: topics that are not served are refused at once, by a message, and the connection goes on', async () => {
    const reader = await open();
    reader.say(
      '{"action":"subscribe","subscriptions":[{"topic":"crypto_prices","type":"update","filters":"{\\"symbol\\":\\"btcusdt\\"}"},' +
        '{"topic":"comments","type":"*"},{"topic":"activity","type":"trades"}]}',
    );
    await reader.heard();
    const refusal = (topic: string): string =>
      `{"event_type":"error","code":"unknown_topic","error":"there is no topic \\"${topic}\\" here, only activity"}`;
    expect(reader.messages).toEqual([refusal('crypto_prices'), refusal('comments')]);
    await trades(2);
    await reader.until('what was served of it', ({ messages }) => messages.length === 4);
    expect(typesOf({ messages: reader.messages.slice(2) })).toEqual(['trades alice 2', 'trades bob 2']);
  });

  it.each([
    ['not json', 'a message is {"action"'],
    ['[]', 'a message is {"action"'],
    ['{"action":"list","subscriptions":[]}', 'a message is {"action"'],
    ['{"action":"subscribe","subscriptions":[7]}', 'a message is {"action"'],
    ['{"action":"subscribe","subscriptions":[{"topic":"activity"}]}', 'a subscription has a topic and a type'],
    ['{"action":"subscribe","subscriptions":[{"topic":"activity","type":"splits"}]}', 'activity has no type "splits"'],
    [
      '{"action":"subscribe","subscriptions":[{"topic":"activity","type":"*","filters":"{\\"user\\":\\"0x\\"}"}]}',
      'filters of activity are',
    ],
    ['{"action":"subscribe","subscriptions":[{"topic":"activity","type":"*","filters":"{"}]}', 'filters of activity are'],
    ['{"action":"subscribe","subscriptions":[{"topic":"activity","type":"*","filters":7}]}', 'filters of activity are'],
    ['{"action":"subscribe","subscriptions":[{"topic":"clob_user","type":"order"}]}', '/ws/user of the trading service'],
    ['{"action":"subscribe","subscriptions":[{"topic":"clob_market","type":"agg_orderbook"}]}', '/ws/market of the trading'],
  ])('says what is wrong with %s', async (text, message) => {
    const reader = await open();
    reader.say(text);
    await reader.until('an answer', ({ messages }) => messages.length === 1);
    expect(JSON.parse(reader.messages[0] ?? '')).toMatchObject({ event_type: 'error', error: expect.stringContaining(message) });
    expect(reader.closed).toBeNull();
  });

  it('sends what was asked for, once, and not what was given back', async () => {
    const [all, some, none] = [await open(), await open(), await open()];
    await all.subscribe(TOPIC, { topic: 'activity', type: 'trades', filters: { market_slug: 'will-it-rain' } });
    await some.subscribe(TOPIC);
    some.say({
      action: 'unsubscribe',
      subscriptions: [
        { topic: 'activity', type: 'trades' },
        { topic: 'comments', type: '*' },
      ],
    });
    await some.heard();
    await none.subscribe({ topic: 'activity', type: '*', filters: '{"market_slug":"will-it-snow"}' });
    await trades(3, 4);
    await all.until('both trades', ({ messages }) => messages.length >= 6);
    await some.until('both trades', ({ messages }) => messages.length >= 2);
    await none.heard();
    expect(typesOf(all)).toEqual(
      [3, 4].flatMap((of) => [`orders_matched alice ${of}`, `trades alice ${of}`, `trades bob ${of}`]),
    );
    expect(typesOf(some)).toEqual(['orders_matched alice 3', 'orders_matched alice 4']);
    expect(none.messages).toEqual([]);
  });

  it('sends more trades than one read holds, in their order', async () => {
    const reader = await open();
    await reader.subscribe({ topic: 'activity', type: 'trades' });
    const shares = Array.from({ length: 400 }, (_, at) => at + 1);
    await trades(...shares);
    await reader.until('all of them', ({ messages }) => messages.length >= 800);
    expect(typesOf(reader)).toEqual(shares.flatMap((of) => [`trades alice ${of}`, `trades bob ${of}`]));
  });

  it('answers PING, takes ping for a sign of life, and keeps who subscribes to nothing', async () => {
    const reader = await open();
    for (const text of ['ping', '', 'PING']) reader.say(text);
    await reader.until('one answer', ({ texts }) => texts.length > 0);
    expect(reader.texts).toEqual(['PONG']);
  });

  it('is at the root and nowhere else, for listed networks', async () => {
    await expect(LiveReader.open(world.url, '/ws')).rejects.toThrow('404');
    const closed = await DataWorld.open({ DATA_IP_ALLOWLIST: '10.0.0.0/8' });
    await expect(LiveReader.open(closed.url)).rejects.toThrow('401');
    await closed.close();
  });

  it('is the same of every replica, and ends with 1012 when one stops', async () => {
    const replica = await createDataService(world.config);
    await replica.listen(0, '127.0.0.1');
    const [here, there] = [await open(), await open(await replica.getUrl())];
    await Promise.all([here, there].map((reader) => reader.subscribe(TOPIC)));
    await trades(7);
    for (const reader of [here, there]) await reader.until('a trade', ({ messages }) => messages.length === 3);
    expect(typesOf(there)).toEqual(typesOf(here));
    await replica.close();
    await there.until('the end', ({ closed }) => closed !== null);
    expect(there.closed).toEqual({ code: 1012, reason: 'the service restarts: connect again' });
    expect(here.closed).toBeNull();
  });
});
