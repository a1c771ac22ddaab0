import { TradingClient } from '@foretell/client';
import { refusalFault, sendTampered, spoilt, type Tampering } from './harness/hostile';
import { limit } from './harness/orders';
import { fieldsOf, listOf, openMarket, type Fields, type OpenMarket } from './harness/reads';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const STEP_MS = 60_000;
const UINT256_MAX = String(2n ** 256n - 1n);
const ARABIC_DIGITS = '\u0661\u0662\u0663';

let world: World;
let market: OpenMarket;
let alice: TradingClient;
let mallory: TradingClient;

beforeAll(async () => {
  world = await startSampleWorld();
  market = await openMarket(world);
  [alice, mallory] = [await world.trader(), await world.trader()];
}, JOURNEY_MS);

afterAll(() => world?.stop(), STEP_MS);

const good = (cents = 10): Fields => fieldsOf(alice.sign(limit(market, 'BUY', 0, 5, cents)).item);
const json = (value: unknown): string => JSON.stringify(value);
const order = (changes: Fields) => (): unknown => spoilt(good(), { order: changes });
const item = (changes: Fields) => (): unknown => spoilt(good(), { item: changes });

/** Invalid items. Each is sent between two valid ones, which must be accepted. */
const BAD_ITEMS: readonly (readonly [string, () => unknown])[] = [
  ['null', () => null],
  ['a number', () => 5],
  ['a list', () => []],
  ['an empty object', () => ({})],
  ['no order', item({ order: null })],
  ['an unknown order type', item({ orderType: 'GTX' })],
  ['an order type that is an inherited name', item({ orderType: 'constructor' })],
  ['an owner that is a number', item({ owner: 7 })],
  ['the owner of another key', item({ owner: '00000000-0000-4000-8000-000000000000' })],
  ['a postOnly that is a text', item({ postOnly: 'yes' })],
  ['a salt that is an object', order({ salt: {} })],
  ['a salt past 2^53 as a number', order({ salt: 2 ** 53 + 2 })],
  ['a negative salt', order({ salt: '-1' })],
  ['a maker that is a number', order({ maker: 5 })],
  ['a maker that is not an address', order({ maker: '0x12' })],
  ["another wallet's maker", () => spoilt(good(), { order: { maker: mallory.wallet.address } })],
  ["another wallet's signer", () => spoilt(good(), { order: { signer: mallory.wallet.address } })],
  ['an unknown side', order({ side: 'HOLD' })],
  ['a side in lower case digits', order({ side: 0 })],
  ['a signature type of 9', order({ signatureType: 9 })],
  ['a signature type as a text', order({ signatureType: '0' })],
  ['an unknown token', order({ tokenId: '12345' })],
  ['a token of 2^256 - 1', order({ tokenId: UINT256_MAX })],
  ['a token of 2^256', order({ tokenId: String(2n ** 256n) })],
  ['a token that is a number', order({ tokenId: 12345 })],
  ['the condition of another market', order({ conditionId: `0x${'00'.repeat(32)}` })],
  ['makerAmount 2^53 + 1', order({ makerAmount: '9007199254740993' })],
  ['makerAmount 2^256 - 1', order({ makerAmount: UINT256_MAX })],
  ['makerAmount of a thousand digits', order({ makerAmount: '9'.repeat(1000) })],
  ['takerAmount 2^256 - 1', order({ takerAmount: UINT256_MAX })],
  ['a negative amount', order({ makerAmount: '-500000' })],
  ['an amount of zero', order({ takerAmount: '0' })],
  ['an amount with an exponent', order({ makerAmount: '1e6' })],
  ['an amount in unicode digits', order({ makerAmount: ARABIC_DIGITS })],
  ['an amount in hex', order({ makerAmount: '0x10' })],
  ['an amount with a fraction', order({ makerAmount: '500000.5' })],
  ['an amount with a blank', order({ makerAmount: ' 500000' })],
  ['an empty amount', order({ makerAmount: '' })],
  ['an amount that is a number', order({ makerAmount: 500_000 })],
  ['a timestamp that is a word', order({ timestamp: 'now' })],
  ['a timestamp of 2^256', order({ timestamp: String(2n ** 256n) })],
  ['metadata that is too short', order({ metadata: '0x00' })],
  ['a builder that is not hex', order({ builder: `0x${'zz'.repeat(32)}` })],
  ['no signature', order({ signature: undefined })],
  ['an empty signature', order({ signature: '0x' })],
  ['a signature that is not hex', order({ signature: 'zz' })],
  ['a signature of zeros', order({ signature: `0x${'00'.repeat(65)}` })],
  ['a signature of forty kilobytes', order({ signature: `0x${'ab'.repeat(20_000)}` })],
  ['a signature over other amounts', order({ makerAmount: '550000' })],
  [
    "mallory's signature",
    () =>
      spoilt(good(), { order: { signature: fieldsOf(mallory.sign(limit(market, 'BUY', 0, 5, 10)).item['order'])['signature'] } }),
  ],
  ['an off-tick price, well signed', () => alice.sign({ ...limit(market, 'BUY', 0, 5, 10), makerAmount: 502_500n }).item],
  ['a price of 1, well signed', () => alice.sign({ ...limit(market, 'BUY', 0, 5, 10), makerAmount: 5_000_000n }).item],
  ['a price of 0, well signed', () => alice.sign({ ...limit(market, 'BUY', 0, 5, 10), makerAmount: 1n }).item],
  [
    'a size below the minimum, well signed',
    () => alice.sign({ ...limit(market, 'BUY', 0, 5, 10), makerAmount: 1_000n, takerAmount: 10_000n }).item,
  ],
  ['more money than there is, well signed', () => alice.sign(limit(market, 'BUY', 0, 1_000_000, 50)).item],
  [
    'amounts of 2^256 - 1, well signed',
    () => alice.sign({ ...limit(market, 'BUY', 0, 5, 10), makerAmount: 2n ** 256n - 1n, takerAmount: 2n ** 256n - 1n }).item,
  ],
  ['shares that the maker does not have, well signed', () => alice.sign(limit(market, 'SELL', 0, 5, 90)).item],
  ['GTD without an expiration', item({ orderType: 'GTD' })],
  [
    'GTD that is over',
    () => alice.sign({ ...limit(market, 'BUY', 0, 5, 10), orderType: 'GTD', expirationSeconds: 1_600_000_000 }).item,
  ],
  ['FOK that is post-only', () => alice.sign({ ...limit(market, 'BUY', 0, 5, 10), orderType: 'FOK', postOnly: true }).item],
];

describe('a bad item is refused in its own result and does not affect the others', () => {
  it.each(BAD_ITEMS)('%s', async (_name, make) => {
    const { status, text } = await alice.call('POST', '/orders', json([good(11), make(), good(12)]));
    expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
    const results = listOf(JSON.parse(text));
    expect(results).toMatchObject([
      { success: true, errorMsg: '' },
      { success: false, status: 'error' },
      { success: true, errorMsg: '' },
    ]);
    expect(String(results[1]?.['errorMsg'])).toMatch(/\S/);
    expect(text).not.toMatch(/\n\s+at |node_modules|\.[tj]s:[0-9]+/);
    const { canceled } = await alice.cancelAll();
    expect([...canceled].sort()).toEqual([results[0]?.['orderID'], results[2]?.['orderID']].sort());
  });

  it("names of an object's prototype are unknown keys", async () => {
    const plain = json(good(13));
    const laden = `{"__proto__":{"success":true,"owner":"x"},"constructor":{"prototype":{"polluted":true}},${plain.slice(1)}`;
    const { status, text } = await alice.call('POST', '/orders', `[${laden},{"__proto__":${plain}},${json(good(14))}]`);
    expect(status).toBe(200);
    expect(listOf(JSON.parse(text))).toMatchObject([{ success: true }, { success: false }, { success: true }]);
    await alice.cancelAll();
  });

  it('an item of nested lists is refused; if it is deeper or larger than any order, the complete body is refused', async () => {
    const nested = (levels: number) => alice.call('POST', '/orders', '['.repeat(levels) + ']'.repeat(levels));
    const item = await nested(32);
    expect([item.status, listOf(JSON.parse(item.text))]).toMatchObject([200, [{ success: false, status: 'error' }]]);
    expect([(await nested(33)).status, (await nested(100_000)).status]).toEqual([400, 413]);
  });

  it("the same order twice in a batch trades once, and the second item returns the first one's id", async () => {
    const { orderId, item: signed } = alice.sign(limit(market, 'BUY', 0, 5, 15));
    const results = listOf(JSON.parse((await alice.call('POST', '/orders', json([signed, signed]))).text));
    expect(results).toMatchObject([
      { success: true, orderID: orderId },
      { success: false, orderID: orderId, errorMsg: `order ${orderId} is invalid. Duplicated.` },
    ]);
    expect((await alice.cancelAll()).canceled).toEqual([orderId]);
  });
});

const BAD_BODIES: readonly (readonly [string, () => string | Uint8Array, number])[] = [
  ['half of a JSON text', () => '[{"order":', 400],
  ['a text', () => 'hello', 400],
  ['bytes that are not UTF-8', () => Buffer.from([0x5b, 0xff, 0xfe, 0x5d]), 400],
  ['null', () => 'null', 400],
  ['an object', () => '{}', 400],
  ['no item', () => '[]', 400],
  ['16 items', () => json(Array.from({ length: 16 }, () => good())), 400],
  ['a nesting of 8 000 objects', () => '{"a":'.repeat(8_000) + '1' + '}'.repeat(8_000), 400],
  ['a nesting of 100 000 objects', () => '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), 413],
  ['10 MB', () => json([{ padding: 'x'.repeat(10 * 1024 * 1024) }]), 413],
];

describe('a malformed body is refused completely', () => {
  it.each(BAD_BODIES)('%s', async (_name, make, status) => {
    const answer = await alice.call('POST', '/orders', make());
    expect(refusalFault(answer)).toBeUndefined();
    expect(answer.status).toBe(status);
  });
});

const now = (): number => Math.floor(Date.now() / 1000);
const FORGERIES: readonly (readonly [string, () => Tampering])[] = [
  ['a timestamp of long ago', () => ({ timestampSeconds: now() - 400 })],
  ['a timestamp of the future', () => ({ timestampSeconds: now() + 400 })],
  ['a timestamp that is a word', () => ({ headers: { SERVICE_TIMESTAMP: 'now' } })],
  ['a timestamp other than the signed', () => ({ headers: { SERVICE_TIMESTAMP: String(now() - 1) } })],
  ['a body other than the signed', () => ({ sentBody: json([good(20)]) })],
  ['a signature of zeros', () => ({ headers: { SERVICE_SIGNATURE: '00'.repeat(32) } })],
  ['a signature of the wrong length', () => ({ headers: { SERVICE_SIGNATURE: '00' } })],
  ["mallory's key", () => ({ headers: { SERVICE_API_KEY: mallory.key.apiKey } })],
  ["mallory's address", () => ({ headers: { SERVICE_ADDRESS: mallory.wallet.checksummedAddress } })],
  ['an invalid address', () => ({ headers: { SERVICE_ADDRESS: '0x12' } })],
  ['an unknown key', () => ({ headers: { SERVICE_API_KEY: '00000000-0000-4000-8000-000000000000' } })],
  ['a key that is not a UUID', () => ({ headers: { SERVICE_API_KEY: "' or 1=1 --" } })],
  ["mallory's passphrase", () => ({ headers: { SERVICE_PASSPHRASE: mallory.key.passphrase } })],
  ...['ADDRESS', 'API_KEY', 'PASSPHRASE', 'TIMESTAMP', 'SIGNATURE'].map((name): readonly [string, () => Tampering] => [
    `no ${name} header`,
    () => ({ headers: { [`SERVICE_${name}`]: undefined } }),
  ]),
];

describe('a request with invalid authentication is refused with 401', () => {
  it.each(FORGERIES)('%s', async (_name, tampering) => {
    const answer = await sendTampered(alice, world.clob.url, 'POST', '/orders', json([good()]), tampering());
    expect(refusalFault(answer)).toBeUndefined();
    expect(answer.status).toBe(401);
    expect(await alice.openOrders()).toEqual([]);
  });
});

const BAD_SIGNED_CALLS: readonly (readonly [string, string, string | undefined])[] = [
  ['DELETE', '/order', '{}'],
  ['DELETE', '/order', '{"orderId":5}'],
  ['DELETE', '/order', '[]'],
  ['DELETE', '/order', '{"orderId"'],
  ['DELETE', '/orders', '{}'],
  ['DELETE', '/orders', '[5]'],
  ['DELETE', '/cancel-market-orders', '{}'],
  ['DELETE', '/cancel-market-orders', '{"market":5}'],
  ['GET', '/data/orders?next_cursor=%25%25', undefined],
  ['GET', '/data/trades?next_cursor=abc', undefined],
  ['GET', '/data/trades?before=yesterday', undefined],
];

it.each(BAD_SIGNED_CALLS)('%s %s %s is refused with 4xx', async (method, path, body) => {
  expect(refusalFault(await alice.call(method, path, body))).toBeUndefined();
});

it('an order of another wallet cannot be canceled, and stays open', async () => {
  const [placed] = await alice.place([limit(market, 'BUY', 0, 5, 10)]);
  const orderId = placed?.orderID ?? '';
  expect(await mallory.cancel(orderId)).toMatchObject({ canceled: [], not_canceled: { [orderId]: expect.stringMatching(/\S/) } });
  expect((await alice.cancelAll()).canceled).toEqual([orderId]);
});

type Service = 'clob' | 'gamma' | 'data';
const BAD_READS: readonly (readonly [Service, string])[] = [
  ['clob', '/nowhere'],
  ['clob', '/book'],
  ['clob', '/book?token_id=abc'],
  ['clob', `/book?token_id=${'9'.repeat(5000)}`],
  ['clob', '/midpoint?token_id=12345'],
  ['clob', '/markets/0xzz'],
  ['clob', `/markets/0x${'00'.repeat(32)}`],
  ['clob', '/markets?next_cursor=%00'],
  ['clob', '/data/orders'],
  ['gamma', '/nowhere'],
  ['gamma', '/markets?limit=0'],
  ['gamma', '/markets?limit=501'],
  ['gamma', '/markets?limit=1e2'],
  ['gamma', '/markets?limit=abc'],
  ['gamma', '/markets?offset=-1'],
  ['gamma', '/markets?active=perhaps'],
  ['gamma', '/markets?order=__proto__'],
  ['gamma', '/markets/0'],
  ['gamma', '/markets/%00'],
  ['gamma', '/events/abc'],
  ['gamma', '/events/99999999999999999999999999'],
  ['gamma', '/events?limit=9007199254740993'],
  ['data', '/nowhere'],
  ['data', '/activity'],
  ['data', '/activity?user=abc'],
  ['data', `/activity?user=0x${'ab'.repeat(20)}&limit=501`],
  ['data', `/activity?user=0x${'ab'.repeat(20)}&offset=10001`],
  ['data', `/activity?user=0x${'ab'.repeat(20)}&type=TRADE`],
  ['data', `/activity?user=0x${'ab'.repeat(20)}&__proto__=x`],
  ['data', '/holders'],
  ['data', '/holders?market=abc'],
  ['data', `/holders?market=0x${'ab'.repeat(32)}&minBalance=-1`],
  ['data', '/v1/leaderboard?limit=51'],
  ['data', '/v1/leaderboard?category=constructor'],
  ['data', '/v1/leaderboard?foo=1'],
];

it.each(BAD_READS)("%s GET %s is refused with the service's error body", async (service, path) => {
  const response = await fetch(`${world[service].url}${path}`);
  const fields = service === 'gamma' ? ['type', 'error'] : ['error'];
  expect(refusalFault({ status: response.status, text: await response.text() }, fields)).toBeUndefined();
});

it('a key is returned only to the wallet that signs for it', async () => {
  const stranger = await world.client();
  const caller = { 'content-type': 'application/json' };
  const forged = { SERVICE_ADDRESS: alice.wallet.checksummedAddress, SERVICE_TIMESTAMP: String(now()), SERVICE_NONCE: '0' };
  const signature = stranger.wallet.signClobAuth({ timestamp: forged.SERVICE_TIMESTAMP, nonce: 0n }, 137);
  for (const headers of [
    caller,
    { ...caller, ...forged },
    { ...caller, ...forged, SERVICE_SIGNATURE: signature },
    { ...caller, ...forged, SERVICE_SIGNATURE: '0x' },
  ]) {
    const response = await fetch(`${world.clob.url}/auth/api-key`, { method: 'POST', headers });
    expect(refusalFault({ status: response.status, text: await response.text() })).toBeUndefined();
    expect(response.status).toBe(401);
  }
});

it(
  'after all tests no log contains a secret or an error, and every invariant holds',
  async () => {
    const logs = world.clob.log + world.gamma.log + world.data.log;
    // World.stop searches the logs for secrets, in every end-to-end test. A 503 of /readyz is expected, and logged as an error.
    expect(logs.split('\n').filter((line) => /"level":(50|60)/.test(line) && !line.includes('"path":"/readyz"'))).toEqual([]);
    expect((await world.ops('doctor')).exitCode).toBe(0);
  },
  STEP_MS,
);
