import { encodeMessage, type DeadLetter } from '@foretell/contracts';
import { catalogMarket, conditionIdOf, tokenIdOf } from '../testing/catalog-market';
import { fieldsOf } from '../testing/answer';
import { ClobWorld } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

describe('order-book markets from catalog events', () => {
  let world: ClobWorld;
  let alice: Trader;
  let next = 100;

  beforeAll(async () => {
    world = await ClobWorld.open();
    alice = await world.trader();
  });
  afterAll(() => world?.close());

  const number = () => next++;
  const record = async (id: number) => (await world.get(`/markets/${conditionIdOf(id)}`)).body;
  const place = async (id: number) => (await alice.place({ tokenId: tokenIdOf(id, 0), side: 'BUY', pips: 4_000, shares: 10 }))[0];

  it('opens a market as the catalog describes it', async () => {
    const id = number();
    await world.learn(
      catalogMarket(id, {
        outcomes: ['Up', 'Down'],
        tickPips: 10,
        secondsDelay: 2,
        feeRateBps: 50,
        feeExponent: 2,
        negRisk: true,
        creator: '0xabc',
      }),
    );
    expect(await record(id)).toMatchObject({
      question: `Will it rain on day ${id}?`,
      outcomes: ['Up', 'Down'],
      assets_ids: [tokenIdOf(id, 0), tokenIdOf(id, 1)],
      minimum_tick_size: 0.001,
      seconds_delay: 2,
      taker_base_fee: 1000,
      fee_schedule: { rate: 0.005, exponent: 2, taker_only: true },
      neg_risk: true,
      tags: ['Weather'],
      event: { id: '77', slug: 'rain' },
      raw_metadata: { creator: '0xabc' },
      status: 'active',
      accepting_order_timestamp: new Date(world.now).toISOString(),
    });
  });

  it("gives no order book to a market without a condition, without two tokens, or without the catalog's flag", async () => {
    const ids = [number(), number(), number(), number()] as const;
    await world.learn(
      catalogMarket(ids[0], { conditionId: null }),
      catalogMarket(ids[1], { tokenIds: [tokenIdOf(ids[1], 0)] }),
      catalogMarket(ids[2], { tokenIds: ['1', '2', '3'], outcomes: ['A', 'B', 'C'] }),
      catalogMarket(ids[3], { enableOrderBook: false }),
    );
    for (const id of ids) expect(await record(id)).toMatchObject({ error: 'market not found' });
  });

  it('pauses, resumes and closes with the catalog; a repeated event changes nothing', async () => {
    const id = number();
    await world.learn(catalogMarket(id));
    expect(await place(id)).toMatchObject({ success: true });
    await world.learn(catalogMarket(id, { active: false }));
    expect(await record(id)).toMatchObject({ active: false, accepting_orders: false, status: 'paused' });
    expect(await place(id)).toMatchObject({ code: 'market_not_accepting' });
    await world.learn(catalogMarket(id), catalogMarket(id));
    expect(await place(id)).toMatchObject({ success: true });
    await world.learn(catalogMarket(id, { closed: true, acceptingOrders: false }));
    expect(await record(id)).toMatchObject({ closed: true, status: 'closed' });
    expect(await world.book(tokenIdOf(id, 0))).toEqual({ bids: [], asks: [] });
  });

  it('opens a market that has ended in the catalog as closed', async () => {
    const id = number();
    await world.learn(catalogMarket(id, { archived: true, acceptingOrders: false }));
    expect(await record(id)).toMatchObject({ archived: true, closed: true, accepting_orders: false });
  });

  const tokens = async (id: number) => fieldsOf(await record(id))['tokens'];
  const settled = (id: number, result: 'outcome0' | 'outcome1' | 'half') =>
    catalogMarket(id, { closed: true, acceptingOrders: false, result });

  it('settles a market that arrives settled: winner, price and payout, and no book accepts orders', async () => {
    const [fresh, known, even] = [number(), number(), number()] as const;
    await world.learn(catalogMarket(known), settled(fresh, 'outcome1'), settled(even, 'half'));
    await place(known);
    await world.learn(settled(known, 'outcome0'));
    expect(await tokens(fresh)).toMatchObject([
      { outcome: 'Yes', price: 0, winner: false },
      { outcome: 'No', price: 1, winner: true },
    ]);
    expect(await record(fresh)).toMatchObject({ status: 'resolved', closed: true, accepting_orders: false });
    expect(await record(even)).toMatchObject({ is_50_50_outcome: true, tokens: [{ price: 0.5, winner: false }, { price: 0.5 }] });
    expect(await record(known)).toMatchObject({ status: 'resolved', tokens: [{ price: 1, winner: true }, { winner: false }] });
    expect(await place(fresh)).toMatchObject({ success: false });
    expect((await alice.get('/data/orders')).body).toMatchObject({ data: [] });
  });

  it('leaves a result to the operator where shares are held; the operator then pays', async () => {
    const id = number();
    await world.learn(catalogMarket(id));
    await alice.ok('POST', '/positions/split', { conditionId: conditionIdOf(id), amount: '5' });
    await world.learn(settled(id, 'outcome1'));
    expect(await record(id)).toMatchObject({ status: 'closed', tokens: [{ winner: false }, { winner: false }] });
    expect(world.log.filter((line) => line.includes('ops markets resolve pays them'))).toHaveLength(1);
    const awaiting = { awaitsResult: true, limit: 10, offset: 0 };
    expect(await world.command('ops.clob.markets.list', awaiting)).toMatchObject({
      result: { total: 1, markets: [{ collateral: '5', winner: null, sourceResult: 'No' }] },
    });
    const request = { market: conditionIdOf(id), winner: 'No' };
    expect(await world.command('ops.clob.markets.resolve', { ...request, dryRun: true })).toMatchObject({
      result: { status: 'closed', winner: null },
    });
    expect(await world.command('ops.clob.markets.resolve', request)).toMatchObject({
      result: { status: 'resolved', winner: 'No', collateral: '0' },
    });
    expect(await world.command('ops.clob.markets.resolve', { ...request, dryRun: true })).toMatchObject({
      error: 'refused: market resolved',
    });
    expect(await world.command('ops.clob.markets.list', awaiting)).toMatchObject({ result: { total: 0 } });
    await world.learn(settled(id, 'outcome0'));
    expect(await record(id)).toMatchObject({ tokens: [{ winner: false }, { winner: true }] });
  });

  it("shows what the catalog's source says of a closed market without a result", async () => {
    const id = number();
    await world.learn(
      catalogMarket(id, {
        closed: true,
        closingPricesMicros: [253_520, 746_480],
        acceptingOrdersAt: '2021-07-01T00:00:00Z',
        notificationsEnabled: true,
        marketMaker: '0xAb',
      }),
    );
    expect(await record(id)).toMatchObject({
      status: 'closed',
      tokens: [{ price: 0.25352 }, { price: 0.74648 }],
      accepting_order_timestamp: '2021-07-01T00:00:00Z',
      notifications_enabled: true,
      fpmm: '0xAb',
    });
  });

  it("keeps an operator's pause and terms until the catalog changes its own", async () => {
    const id = number();
    await world.learn(catalogMarket(id));
    await world.command('ops.clob.markets.pause', { market: conditionIdOf(id) });
    await world.command('ops.clob.markets.set', { market: conditionIdOf(id), tick: '0.001' });
    await world.learn(catalogMarket(id, { question: 'Reworded?' }));
    expect(await record(id)).toMatchObject({ question: 'Reworded?', status: 'paused', minimum_tick_size: 0.001 });
    await world.learn(catalogMarket(id, { tickPips: 1_000 }));
    expect(await record(id)).toMatchObject({ minimum_tick_size: 0.1 });
  });

  it('dead-letters a market whose token ids belong to another market, logs it, and continues', async () => {
    const [id, thief, honest] = [number(), number(), number()];
    await world.learn(
      catalogMarket(id),
      catalogMarket(thief, { tokenIds: [tokenIdOf(id, 1), tokenIdOf(thief, 1)] }),
      catalogMarket(honest),
    );
    expect(await record(thief)).toMatchObject({ error: 'market not found' });
    expect(await record(honest)).toMatchObject({ status: 'active' });
    await world.learn(catalogMarket(id, { tokenIds: [tokenIdOf(id, 1), tokenIdOf(id, 0)] }));
    expect(fieldsOf(await record(id))['assets_ids']).toEqual([tokenIdOf(id, 0), tokenIdOf(id, 1)]);
    expect(world.log.filter((line) => line.includes('its token ids belong to another market'))).toHaveLength(1);
    expect(world.log.filter((line) => line.includes('its token ids are not those of the market'))).toHaveLength(1);
    expect(await deadLettersOf(thief, id)).toMatchObject([
      { subject: `market ${id}`, reason: expect.stringContaining('its token ids are not those of the market with the same') },
      { subject: `market ${thief}`, reason: `its token ids belong to another market: ${tokenIdOf(id, 1)}` },
    ]);
  });

  const deadLettersOf = async (...ids: readonly number[]): Promise<readonly DeadLetter[]> => {
    const reply = await world.command('ops.clob.set-aside.list', {});
    if (!reply.ok) throw new Error(reply.error);
    const events = reply.result.facts.filter(({ subject }) => ids.some((id) => subject === `market ${id}`));
    return [...events].sort((one, other) => (one.subject < other.subject ? -1 : 1));
  };

  it('dead-letters an invalid market, opens it once a later event is valid, and deletes the earlier row', async () => {
    const [id, honest] = [number(), number()];
    await world.learn(catalogMarket(id, { secondsDelay: 86_400 }), catalogMarket(honest));
    expect(await record(id)).toMatchObject({ error: 'market not found' });
    expect(await record(honest)).toMatchObject({ status: 'active' });
    expect(await deadLettersOf(id)).toMatchObject([
      { reason: 'no market may have delayMillis 86400000', count: 1, source: 'gamma' },
    ]);
    expect(await world.brokenInvariants()).toContainEqual(
      expect.stringMatching(/^every event was applied: \d+ events are dead-lettered/),
    );
    await world.learn(catalogMarket(id, { secondsDelay: 86_401 }));
    expect(await deadLettersOf(id)).toMatchObject([{ reason: 'no market may have delayMillis 86401000', count: 2 }]);
    await world.learn(catalogMarket(id, { secondsDelay: 60 }));
    expect(await record(id)).toMatchObject({ status: 'active', seconds_delay: 60 });
    expect(await deadLettersOf(id)).toEqual([]);
  });

  it('leaves the row as it is when the process ended after dead-lettering an event and before the checkpoint', async () => {
    const id = number();
    await world.learn(catalogMarket(number()));
    const next = (await world.checkpoint()) + 1;
    await world.database.pool.query(
      `insert into clob.facts_set_aside
         (source, first_sequence, last_sequence, type, subject, bytes, reason, count, first_at, last_at)
       values ('gamma', $1, $1, 'catalog.market.v2', $2, '', 'the first reason', 1, 1, 1)`,
      [next, `market ${id}`],
    );
    await world.learn(catalogMarket(id, { secondsDelay: 61 }), catalogMarket(number()));
    expect(await deadLettersOf(id)).toMatchObject([{ sequence: next, count: 2, reason: 'the first reason' }]);
    await world.learn(catalogMarket(id));
    expect(await deadLettersOf(id)).toEqual([]);
  });

  it('keeps a market and its orders unchanged when a later event of it cannot be applied', async () => {
    const id = number();
    await world.learn(catalogMarket(id));
    await world.learn(catalogMarket(id, { question: 'Reworded?', secondsDelay: 61 }));
    expect(await record(id)).toMatchObject({ question: `Will it rain on day ${id}?`, seconds_delay: 0 });
    expect(await place(id)).toMatchObject({ success: true });
    await world.learn(catalogMarket(id, { question: 'Reworded?' }));
    expect(await record(id)).toMatchObject({ question: 'Reworded?' });
    expect(await deadLettersOf(id)).toEqual([]);
  });

  it('continues when a market changes its condition and keeps its tokens, including a market that was never opened', async () => {
    const [open, never] = [number(), number()];
    const other = conditionIdOf(number());
    await world.learn(catalogMarket(open), catalogMarket(never, { secondsDelay: 86_400 }));
    await world.learn(catalogMarket(open, { conditionId: other }));
    await world.learn(catalogMarket(never, { conditionId: conditionIdOf(number()) }), catalogMarket(number()));
    await world.submit({ command: { type: 'advanceTime' } });
    expect(await deadLettersOf(open)).toMatchObject([
      { reason: `its token ids belong to another market: ${tokenIdOf(open, 0)}` },
    ]);
    expect((await world.get(`/markets/${other}`)).status).toBe(404);
    expect(await record(open)).toMatchObject({ status: 'active' });
    expect(await deadLettersOf(never)).toEqual([]);
    expect(world.fatal).toEqual([]);
  });

  it.each([
    ['a condition that is none', { conditionId: '0xab' }, /conditionId must be 0x and 64 small hex digits$/],
    ['a token that is none', { tokenIds: ['1'.repeat(3_000), '2'] }, /^token0Id cannot be "1111/],
    ['a number where a text belongs', { slug: 5 as never }, /slug must be a text$/],
    [
      'a text where a number belongs',
      { rewardsMaxSpreadPips: '3' as never },
      /rewardsMaxSpreadPips must be a whole number of 0 or more$/,
    ],
    ['a number beyond its column', { rewardsMaxSpreadPips: 2 ** 31 }, /^rewardsMaxSpreadPips cannot be 2147483648/],
    ['no list of tags', { tags: undefined as never }, /tags must be a list$/],
    ['a tick that no market has', { tickPips: 3 }, /^no market may have tickPips 3/],
  ])('dead-letters %s, and applies the events delivered with it', async (_, more, reason) => {
    const [id, honest] = [number(), number()];
    await world.learn(catalogMarket(id, more), catalogMarket(honest));
    expect(await record(honest)).toMatchObject({ status: 'active' });
    expect(await deadLettersOf(id)).toMatchObject([{ reason: expect.stringMatching(reason) }]);
    expect(world.fatal).toEqual([]);
  });

  it('replays dead-lettered events once they can be applied, once however often replayed, and drops the rest', async () => {
    const [id, thief] = [number(), number()];
    await world.learn(catalogMarket(id), catalogMarket(thief, { tokenIds: [tokenIdOf(id, 0), tokenIdOf(thief, 1)] }));
    const [deadLetter] = await deadLettersOf(thief);
    const which = { source: 'gamma', sequence: deadLetter?.sequence ?? 0 } as const;
    expect(await world.command('ops.clob.set-aside.replay', which)).toMatchObject({
      result: { applied: 0, refused: [{ sequence: which.sequence }] },
    });
    expect(await deadLettersOf(thief)).toMatchObject([{ count: 2 }]);
    // As if the cause had been fixed: another market had the token.
    const corrected = encodeMessage({ source: 'gamma', firstSequence: which.sequence, facts: [catalogMarket(thief)] });
    await world.database.pool.query('update clob.facts_set_aside set bytes = $1 where first_sequence = $2', [
      corrected,
      which.sequence,
    ]);
    const replays = [world.command('ops.clob.set-aside.replay', which), world.command('ops.clob.set-aside.replay', which)];
    expect(await Promise.all(replays)).toContainEqual({ ok: true, result: { applied: 1, refused: [] } });
    expect(await world.command('ops.clob.set-aside.replay', which)).toMatchObject({ result: { applied: 0, refused: [] } });
    expect(await record(thief)).toMatchObject({ status: 'active' });
    await world.command('ops.clob.set-aside.drop', {});
    expect(await world.command('ops.clob.set-aside.list', {})).toMatchObject({ result: { total: 0 } });
    expect(await world.brokenInvariants()).toEqual([]);
  });

  it('opens an entire import in one batch', async () => {
    const events = Array.from({ length: 300 }, () => catalogMarket(number()));
    await world.learn(...events);
    const last = events.at(-1);
    expect((await world.get(`/markets/${last?.conditionId}`)).status).toBe(200);
    const pages = [fieldsOf((await world.get('/markets')).body)];
    expect(pages[0]).toMatchObject({ limit: 500, next_cursor: 'LTE=' });
  });
});
