import { readClobConfig } from '../clob.config';
import type { Answer } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

const PLACES = { TRUSTED_PROXIES: '1', GEOBLOCK_PLACES: 'IR,UA-43,XX' };

describe('a site that takes no orders from some places', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let trader: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open(PLACES);
    [market, trader] = [await world.list(), await world.trader()];
  });
  afterAll(() => world?.close());

  const from = (country: string, region = ''): Record<string, string> => ({
    'x-forwarded-for': '203.0.113.42',
    ...(country === '' ? {} : { 'cf-ipcountry': country }),
    ...(region === '' ? {} : { 'cf-region-code': region }),
  });

  it.each([
    ['IR', '', true],
    ['UA', '43', true],
    ['UA', '30', false],
    ['CH', 'ZH', false],
    ['ir', '', true],
  ])('answers a caller in %s %s', async (country, region, blocked) => {
    const asked = await fetch(`${world.url}/geoblock`, { headers: from(country, region) });
    expect(await asked.json()).toEqual({ blocked, ip: '203.0.113.42', country: country.toUpperCase(), region });
  });

  it.each([
    ['says nothing', ''],
    ['says nonsense', 'Atlantis!'],
  ])('holds a place of which the proxy %s for unknown, which can be refused, too', async (_, country) => {
    const asked = await fetch(`${world.url}/api/geoblock`, { headers: from(country) });
    expect(await asked.json()).toMatchObject({ blocked: true, country: 'XX' });
  });

  const sent = (method: string, path: string, body: object | null, headers: Record<string, string>): Promise<Answer> =>
    trader.tampered(method, path, body === null ? '' : JSON.stringify(body), { headers });
  const split = (amount: string): object => ({ conditionId: market.conditionId, amount });

  it.each([
    ['POST', '/orders', () => [trader.sign({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 10 }).item]],
    ['POST', '/order', () => trader.sign({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 10 }).item],
    ['POST', '/positions/split', () => split('5')],
  ] as const)('refuses what opens a position from there: %s %s', async (method, path, body) => {
    expect(await sent(method, path, body(), from('IR'))).toMatchObject({
      status: 403,
      body: { error: 'Trading restricted in your region', code: 'region_restricted', details: { country: 'IR', region: '' } },
    });
    expect(await sent(method, path, body(), from('CH'))).toMatchObject({ status: 200 });
  });

  it('takes cancels and merges of wallets that already hold positions', async () => {
    expect(await sent('DELETE', '/cancel-all', null, from('IR'))).toMatchObject({ status: 200 });
    expect(await sent('POST', '/positions/merge', split('5'), from('IR'))).toMatchObject({ status: 200 });
  });
});

describe('places from which orders are refused', () => {
  const environment = { DATABASE_URL: 'postgres://x@y/z', AUTH_MASTER_KEY: '07'.repeat(32), SANDBOX: 'true' };

  it('need a proxy that says where callers are', () => {
    expect(() => readClobConfig({ ...environment, GEOBLOCK_PLACES: 'IR' })).toThrow(/GEOBLOCK_PLACES.*TRUSTED_PROXIES/);
  });

  it.each(['Iran', 'IR;SY', 'UA-', '1'])('are codes of ISO 3166, unlike %s', (places) => {
    expect(() => readClobConfig({ ...environment, TRUSTED_PROXIES: '1', GEOBLOCK_PLACES: places })).toThrow(/GEOBLOCK_PLACES/);
  });
});
