import type { NestExpressApplication } from '@nestjs/platform-express';
import { fieldsOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

/** The limit in repeated-cancels.ts, plus one second. */
const REPEATED_LATE_SECONDS = 11;

describe('S9: a signed write that is resent, byte for byte', () => {
  let world: ClobWorld;
  let standby: NestExpressApplication;
  let market: WorldMarket;
  let alice: Trader;
  /** The same trader as a client of another replica. */
  let there: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    const { app, url } = await world.replica();
    standby = app;
    [market, alice] = [await world.list(), await world.trader()];
    there = world.at(url, alice);
    await world.untilListed(url, market);
  });
  afterAll(async () => {
    await standby?.close();
    await world?.close();
  });

  const holdings = async (): Promise<readonly string[]> => [await alice.balance(), await alice.balance(market.yes)];
  /** The same bytes to any replica: signed for one time. */
  const send = (at: Trader, method: string, path: string, body: object | null, timestampSeconds: number) =>
    at.tampered(method, path, body === null ? '' : JSON.stringify(body), { timestampSeconds });
  const seconds = (): number => Math.floor(world.now / 1_000);

  it.each([
    ['/auth/builder-api-key', null],
    ['/auth/readonly-api-key', null],
    ['/auth/scoped-api-key', { permission: 'trade' }],
  ])('makes one key by POST %s, at any replica, and none once that is revoked', async (path, body) => {
    const maker = await world.trader();
    const elsewhere = world.at(await standby.getUrl(), maker);
    const signedAt = seconds();
    const first = await send(maker, 'POST', path, body, signedAt);
    expect(first.status).toBe(200);
    for (const at of [maker, elsewhere, maker]) expect(await send(at, 'POST', path, body, signedAt)).toEqual(first);
    const another = await send(maker, 'POST', path, body, signedAt - 1);
    expect(another.status).toBe(200);
    expect(another.body).not.toEqual(first.body);
    const { apiKey, key } = fieldsOf(first.body);
    await world.command('ops.clob.keys.revoke', { apiKey: String(apiKey ?? key) });
    expect(await send(maker, 'POST', path, body, signedAt)).toMatchObject({ status: 400, body: { code: 'api_key_revoked' } });
  });

  it('splits and merges once, at any replica, with the first response each time', async () => {
    const body = { conditionId: market.conditionId, amount: '100' };
    const signedAt = seconds();
    const first = await send(alice, 'POST', '/positions/split', body, signedAt);
    expect(first).toMatchObject({ status: 200, body: { success: true, amount: '100' } });
    await world.pass(20);
    for (const at of [alice, there])
      expect(await send(at, 'POST', '/positions/split', body, signedAt)).toMatchObject({ status: 200, body: first.body });
    expect(await holdings()).toEqual(['9900000000', '100000000']);
    for (const at of [there, alice])
      expect(await send(at, 'POST', '/positions/merge', body, signedAt)).toMatchObject({ status: 200 });
    expect(await holdings()).toEqual(['10000000000', '0']);
  });

  it('is another request in another second, or with another reference', async () => {
    const body = { conditionId: market.conditionId, amount: '1' };
    const signedAt = seconds();
    await send(alice, 'POST', '/positions/split', body, signedAt);
    await send(alice, 'POST', '/positions/split', body, signedAt + 1);
    await send(alice, 'POST', '/positions/split', { ...body, reference: 'a' }, signedAt);
    await send(alice, 'POST', '/positions/split', { ...body, reference: 'b' }, signedAt);
    expect(await alice.balance(market.yes)).toBe('4000000');
  });

  it('does not split again when its signature is encoded differently', async () => {
    const { yes } = market;
    const before = Number(await alice.balance(yes));
    const body = JSON.stringify({ conditionId: market.conditionId, amount: '2' });
    await alice.ok('POST', '/positions/split', body);
    const timestampSeconds = seconds();
    const base64 = await world.trader({ wallet: alice.wallet, signatureEncoding: 'base64url' });
    for (const trader of [alice, base64])
      expect(await trader.tampered('POST', '/positions/split', body, { timestampSeconds })).toMatchObject({ status: 200 });
    expect(Number(await alice.balance(yes)) - before).toBe(2_000_000);
  });

  it.each([
    ['/cancel-all', null],
    ['/cancel-market-orders', 'market'],
  ])('DELETE %s cancels nothing that came to rest long after it', async (path, scope) => {
    const body = scope === null ? null : { market: market.conditionId };
    const draft = { tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 } as const;
    const [signedAt, first] = [seconds(), await alice.rest(draft)];
    expect(await send(alice, 'DELETE', path, body, signedAt)).toMatchObject({ body: { canceled: [first] } });
    await world.pass(REPEATED_LATE_SECONDS);
    const second = await alice.rest(draft);
    for (const at of [alice, there])
      expect(await send(at, 'DELETE', path, body, signedAt)).toMatchObject({
        status: 200,
        body: { canceled: [], not_canceled: {} },
      });
    expect(await send(there, 'DELETE', path, body, seconds())).toMatchObject({ body: { canceled: [second] } });
  });

  it('DELETE /cancel-all cancels again what was placed in the same second, without another request', async () => {
    const draft = { tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 } as const;
    await world.pass(1);
    const signedAt = seconds();
    for (const at of [alice, there, alice]) {
      const resting = await alice.rest(draft);
      expect(await send(at, 'DELETE', '/cancel-all', null, signedAt)).toMatchObject({ body: { canceled: [resting] } });
    }
  });
});
