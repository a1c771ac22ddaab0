import { eventStream } from '@foretell/contracts';
import { ALICE, BOB, BUILDER, maker, quote, RAIN, split, trade, TradingScript, YES } from '@foretell/testing/trading';
import { NatsLink, OpsClient } from '@foretell/platform-nats';
import { market } from './testing/events';
import { readDataConfig } from './data.config';
import { IngestService } from './ingest/ingest.service';
import { Rebuild } from './rebuild/rebuild';
import { createDataService } from './service';
import { DataWorld } from './testing/data-world';
import { generationRows } from './testing/generation-rows';

jest.setTimeout(60_000);

describe('the data service', () => {
  let world: DataWorld;
  let ops: OpsClient;
  const script = new TradingScript();

  beforeAll(async () => {
    world = await DataWorld.open({ SANDBOX: 'true' });
    ops = new OpsClient(world.config.nats, { actor: 'tester', reference: 'spec' });
    const at = Date.now() - 3_600_000;
    await world.publish('gamma', [market(RAIN, [{ label: 'Weather', slug: 'weather' }])]);
    await world.publish(
      'clob',
      script.play(
        split(at, BOB, 5),
        trade({ at, taker: ALICE, side: 'BUY', outcome: YES, builder: BUILDER, makers: [maker(BOB, 'mint', 100, 40)] }),
        quote(at, 49, 51),
      ),
    );
    // Both sources are applied: the trades, and the catalog's category of their market.
    await world.until(
      'both wallets are on the board',
      async () => (await read<unknown[]>('/v1/leaderboard?category=WEATHER')).length === 2,
    );
  });
  afterAll(async () => {
    await ops?.close();
    await world?.close();
  });

  async function read<T>(path: string): Promise<T> {
    return (await world.get(path)).body as T;
  }

  it('shows a trade to its taker and its maker, and a split, newest first', async () => {
    expect(await read('/activity?user=' + ALICE.toUpperCase().replace('0X', '0x'))).toEqual([
      expect.objectContaining({
        type: 'TRADE',
        side: 'BUY',
        size: 100,
        usdcSize: 40,
        price: 0.4,
        asset: `${RAIN}:0`,
        outcome: 'Yes',
        title: 'Will it rain?',
      }),
    ]);
    expect(await read(`/activity?user=${BOB}`)).toEqual([
      expect.objectContaining({
        type: 'TRADE',
        side: 'BUY',
        size: 100,
        usdcSize: 60,
        price: 0.6,
        asset: `${RAIN}:1`,
        outcomeIndex: 1,
        outcome: 'No',
      }),
      expect.objectContaining({
        type: 'SPLIT',
        side: '',
        size: 5,
        usdcSize: 5,
        asset: '',
        outcomeIndex: 999,
        outcome: '',
      }),
    ]);
  });

  it("lists both tokens' holders, largest first, without dust", async () => {
    const amounts = (items: readonly { token: string; holders: readonly { proxyWallet: string; amount: number }[] }[]): unknown =>
      items.map(({ token, holders }) => [token, holders.map(({ proxyWallet, amount }) => [proxyWallet, amount])]);
    expect(amounts(await read(`/holders?market=${RAIN}`))).toEqual([
      [
        `${RAIN}:0`,
        [
          [ALICE, 100],
          [BOB, 5],
        ],
      ],
      [`${RAIN}:1`, [[BOB, 105]]],
    ]);
    expect(amounts(await read(`/holders?market=${RAIN}&minBalance=5.000001&limit=1`))).toEqual([
      [`${RAIN}:0`, [[ALICE, 100]]],
      [`${RAIN}:1`, [[BOB, 105]]],
    ]);
    expect(await read(`/holders?market=0x${'f'.repeat(64)}`)).toEqual([]);
  });

  it('shows positions, their value, markets traded, open interest, volume and builders', async () => {
    expect(await read(`/positions?user=${BOB}`)).toEqual([
      expect.objectContaining({
        asset: `${RAIN}:1`,
        size: 105,
        avgPrice: 0.595238,
        initialValue: 62.5,
        currentValue: 52.5,
        cashPnl: -10,
        percentPnl: -16,
        totalBought: 105,
        eventId: '9',
        eventSlug: 'weather-this-week',
        mergeable: true,
        oppositeOutcome: 'Yes',
      }),
      expect.objectContaining({ asset: `${RAIN}:0`, size: 5, avgPrice: 0.5, cashPnl: 0 }),
    ]);
    expect(await read(`/value?user=${BOB}`)).toEqual([{ user: BOB, value: 55 }]);
    expect(await read(`/traded?user=${BOB}`)).toEqual({ user: BOB, traded: '1' });
    expect(await read(`/closed-positions?user=${BOB}`)).toEqual([]);
    expect(await read('/oi')).toEqual([{ market: RAIN, value: '105' }]);
    expect(await read(`/live-volume?id=9`)).toEqual([{ total: '40', markets: [{ market: RAIN, value: '40' }] }]);
    expect(await read<unknown[]>('/trades')).toHaveLength(1);
    expect(await read<unknown[]>(`/trades?market=${RAIN}&takerOnly=false`)).toHaveLength(2);
    // A builder's day is a calendar day: an hour ago may be yesterday.
    expect(await read('/v1/builders/leaderboard?timePeriod=WEEK')).toEqual([
      expect.objectContaining({ rank: '1', builder: BUILDER, volume: 40, activeUsers: 1 }),
    ]);
    expect(await read('/v1/builders/volume?timePeriod=ALL')).toEqual([expect.objectContaining({ rank: '1', volume: 40 })]);
  });

  it.each([
    ['/activity', 'missing_field: user'],
    ['/activity?user=', 'missing_field: user'],
    ['/activity?user=bob', 'invalid_field: user'],
    [`/activity?user=${ALICE}&type=TRADE`, 'unknown_field: type'],
    [`/activity?user=${ALICE}&limit=501`, 'invalid_field: limit'],
    [`/activity?user=${ALICE}&limit=1&limit=2`, 'invalid_field: limit'],
    [`/activity?user=${ALICE}&offset=10001`, 'invalid_field: offset'],
    [`/activity?user=${ALICE}&__proto__=1`, 'unknown_field: __proto__'],
    ['/holders', 'missing_field: market'],
    [`/holders?market=${RAIN}&minBalance=-1`, 'invalid_field: minBalance'],
    [`/holders?market=${RAIN},x`, 'invalid_field: market'],
    ['/v1/leaderboard?limit=0', 'invalid_field: limit'],
    ['/v1/leaderboard?offset=1001', 'invalid_field: offset'],
    ['/v1/leaderboard?category=ART', 'invalid_field: category'],
    ['/v1/leaderboard?foo=1', 'unknown_field: foo'],
    ['/live-volume', 'missing_field: market'],
  ])('refuses %s with 400 %s', async (path, error) => {
    expect(await world.get(path)).toEqual({ status: 400, body: { error } });
  });

  it('imports profiles, refuses a name that is taken, and shows and finds wallets by them', async () => {
    const row = { proxyWallet: ALICE, userName: 'Alice', xUsername: 'alice_x', verifiedBadge: true, bio: 'hello' };
    const rows = [row, { proxyWallet: BOB, userName: 'ALICE' }, { proxyWallet: 'nobody' }].map((given, index) => ({
      place: `file[${index}]`,
      row: given,
    }));
    expect(await ops.request('ops.data.profiles.import', { profiles: rows })).toEqual({
      ok: true,
      result: {
        stored: 1,
        refused: [
          expect.objectContaining({ place: 'file[2]' }),
          { place: 'file[1]', id: BOB, reason: 'the user name ALICE is taken' },
        ],
      },
    });
    const entry = {
      rank: '1',
      proxyWallet: ALICE,
      userName: 'Alice',
      vol: 40,
      pnl: 10,
      xUsername: 'alice_x',
      verifiedBadge: true,
      profileImage: '',
    };
    expect(await read('/v1/leaderboard?userName=alice')).toEqual([entry]);
    expect(await read(`/v1/leaderboard?user=${BOB}&userName=alice`)).toEqual([]);
    const [bob] = await read<{ userName: string }[]>(`/v1/leaderboard?user=${BOB}&orderBy=PNL&category=WEATHER`);
    expect(bob).toMatchObject({ rank: '2', pnl: -10, vol: 60, verifiedBadge: null });
    expect(await read(`/v1/leaderboard?userName=${bob?.userName}`)).toEqual([expect.objectContaining({ proxyWallet: BOB })]);
  });

  it('refuses addresses outside the allowlist, before it reads the query, and only on routes with wallet data', async () => {
    const config = readDataConfig({
      DATABASE_URL: world.database.url,
      NATS_URL: world.config.nats.servers.join(','),
      NATS_PREFIX: world.config.nats.prefix,
      SANDBOX: 'true',
      LOG_LEVEL: 'silent',
      DATA_IP_ALLOWLIST: '203.0.113.0/24',
      TRUSTED_PROXIES: '1',
    });
    const guarded = await createDataService(config);
    try {
      await guarded.listen(0, '127.0.0.1');
      await world.until('it is ready', async () => (await fetch(`${await guarded.getUrl()}/readyz`)).ok);
      const answer = async (path: string, forwarded: string): Promise<unknown[]> => {
        const response = await fetch((await guarded.getUrl()) + path, { headers: { 'x-forwarded-for': forwarded } });
        return [response.status, response.status === 200 ? null : await response.json()];
      };
      const refused = [401, { error: 'unauthorized: ip_not_allowlisted' }];
      expect(await answer('/activity?foo=1', '198.51.100.1')).toEqual(refused);
      expect(await answer('/holders', '198.51.100.1')).toEqual(refused);
      expect(await answer(`/activity?user=${ALICE}`, '203.0.113.9')).toEqual([200, null]);
      // Only the address added by the one trusted proxy counts.
      expect(await answer(`/activity?user=${ALICE}`, '203.0.113.9, 198.51.100.1')).toEqual(refused);
      expect(await answer('/v1/leaderboard', '198.51.100.1')).toEqual([200, null]);
    } finally {
      await guarded.close();
    }
  });

  it('passes its own doctor', async () => {
    const reply = await ops.request('ops.data.doctor', {});
    expect(reply.ok && reply.result.checks.map(({ name, holds }) => (holds ? 'holds' : name))).toEqual(Array(14).fill('holds'));
  });

  it('does not rebuild while activity is archived, even as a partition without rows', async () => {
    // Like "ops archive make" leaves it: a partition without rows is stored with the last key that it could have had.
    await world.database.pool.query(`
      insert into data.archived (table_name, from_key, to_key, row_count, until_at, file, sha256, archived_at)
      values ('data.activity', 5, 5, 0, 1, 'data.activity.5-5.copy.gz', 'none', 1)`);
    expect(await ops.request('ops.data.projections.rebuild', {})).toMatchObject({
      ok: true,
      result: { started: false, message: expect.stringContaining('"ops archive restore"') },
    });
    expect((await world.database.pool.query('SELECT generation FROM data.projection')).rows).toEqual([{ generation: 1 }]);
    await world.database.pool.query('delete from data.archived');
  });

  it('names the command while a message on the stream is unreadable, and does not rebuild', async () => {
    const { stream, subject } = eventStream(world.config.nats.prefix, 'clob');
    const connection = await world.app.get(NatsLink).ready();
    const { seq } = await connection.jetstream().publish(subject, Buffer.from('{"rubbish'));
    const message = expect.stringContaining('"ops events replay --surface clob --from 1"') as string;
    expect(await ops.request('ops.data.projections.rebuild', {})).toMatchObject({ result: { started: false, message } });
    const reply = await ops.request('ops.data.doctor', {});
    expect(reply.ok && reply.result.checks.filter(({ holds }) => !holds)).toMatchObject([{ detail: message }]);
    expect(await world.app.get(IngestService).trading.lag()).toBe(1);
    await (await connection.jetstreamManager()).streams.deleteMessage(stream, seq);
  });

  it('rebuilds to the same rows and continues from there', async () => {
    const before = await generationRows(world.database.pool, 1);
    expect(await ops.request('ops.data.projections.rebuild', {})).toMatchObject({ ok: true, result: { started: true } });
    await world.app.get(Rebuild).finished();
    expect((await world.database.pool.query('SELECT generation FROM data.projection')).rows).toEqual([{ generation: 2 }]);
    expect(await generationRows(world.database.pool, 2)).toEqual(before);
    expect((await generationRows(world.database.pool, 1))['activity']).toEqual([]);
    const first = script.journal.events.length + 1;
    await world.publish('clob', script.play(split(Date.now(), ALICE, 1)), first);
    await world.until('the split is shown', async () => (await read<unknown[]>(`/activity?user=${ALICE}`)).length === 2);
  });

  it('rebuilds after a rebuild that could not begin', async () => {
    const progress = jest.spyOn(world.app.get(IngestService).trading, 'progress');
    progress.mockRejectedValueOnce(new Error('NATS does not answer'));
    expect(await ops.request('ops.data.projections.rebuild', {})).toMatchObject({ ok: false });
    expect(await world.app.get(Rebuild).start()).toMatchObject({ started: true });
    await world.app.get(Rebuild).finished();
  });
});
