import { fieldsOf, listOf, rowsOf, type Fields } from '../testing/answer';
import { ClobWorld, START, type WorldMarket } from '../testing/clob-world';
import type { TestOrder } from '../testing/signed-order';
import type { Tampering, Trader } from '../testing/trader';

const UINT256_MAX = String(2n ** 256n - 1n);
const ARABIC_DIGITS = '\u0661\u0662\u0663';
const NOW_SECONDS = START / 1_000;

let world: ClobWorld;
let market: WorldMarket;
let alice: Trader;
let mallory: Trader;

beforeAll(async () => {
  world = await ClobWorld.open();
  market = await world.list();
  [alice, mallory] = [await world.trader(), await world.trader()];
});
afterAll(() => world?.close());

const draft = (more: Partial<TestOrder> = {}): TestOrder => ({
  tokenId: market.yes,
  side: 'BUY',
  pips: 1_000,
  shares: 5,
  ...more,
});
const good = (trader = alice): Fields => trader.sign(draft()).item;
const item = (changes: Fields) => (): unknown => ({ ...good(), ...changes });
const order = (changes: Fields) => (): unknown => ({ ...good(), order: { ...fieldsOf(good()['order']), ...changes } });
const signed = (more: Partial<TestOrder>) => (): unknown => alice.sign(draft(more)).item;

/** Name of an item, how it is made, and the code of its rejection. */
const BAD_ITEMS: readonly (readonly [string, () => unknown, string])[] = [
  ['null', () => null, 'invalid_payload'],
  ['a number', () => 5, 'invalid_payload'],
  ['a list', () => [], 'invalid_payload'],
  ['an empty object', () => ({}), 'invalid_payload'],
  ['a list as order', item({ order: [] }), 'invalid_payload'],
  ['a text as order', item({ order: 'x' }), 'invalid_payload'],
  ['an inherited name as order type', item({ orderType: 'constructor' }), 'invalid_payload'],
  ['an owner that is a number', item({ owner: 7 }), 'invalid_payload'],
  ['the owner of another key', () => ({ ...good(), owner: mallory.apiKey }), 'owner_mismatch'],
  ['a postOnly that is a text', item({ postOnly: 'yes' }), 'invalid_payload'],
  ['a salt past 2^53 as a number', order({ salt: 2 ** 53 + 2 }), 'invalid_payload'],
  ['a salt with a fraction', order({ salt: 1.5 }), 'invalid_payload'],
  ['a negative salt', order({ salt: '-1' }), 'invalid_payload'],
  ['a salt of 2^256', order({ salt: String(2n ** 256n) }), 'invalid_payload'],
  ['a maker that is no address', order({ maker: '0x12' }), 'invalid_payload'],
  [
    "another wallet's maker",
    () => ({ ...good(), order: { ...fieldsOf(good()['order']), maker: mallory.wallet.address } }),
    'invalid_signature',
  ],
  ['a side that is not one', order({ side: 'HOLD' }), 'invalid_payload'],
  ['a side as a number', order({ side: 0 }), 'invalid_payload'],
  ['a signature type of 9', order({ signatureType: 9 }), 'invalid_payload'],
  ['a signature type as a text', order({ signatureType: '0' }), 'invalid_payload'],
  ['an unknown token', order({ tokenId: '12345' }), 'unknown_token'],
  ['a token of 2^256 - 1', order({ tokenId: UINT256_MAX }), 'unknown_token'],
  ['a token that is a number', order({ tokenId: 12345 }), 'invalid_payload'],
  ['a condition that is none', order({ conditionId: '0x12' }), 'invalid_payload'],
  ['makerAmount 2^53 + 1', order({ makerAmount: '9007199254740993' }), 'amount_too_large'],
  ['makerAmount 2^256 - 1', order({ makerAmount: UINT256_MAX }), 'amount_too_large'],
  ['takerAmount 2^256 - 1', order({ takerAmount: UINT256_MAX }), 'amount_too_large'],
  ['makerAmount of a thousand digits', order({ makerAmount: '9'.repeat(1_000) }), 'invalid_payload'],
  ['a negative amount', order({ makerAmount: '-500000' }), 'invalid_payload'],
  ['an amount of zero', order({ takerAmount: '0' }), 'amount_not_positive'],
  ['an amount with an exponent', order({ makerAmount: '1e6' }), 'invalid_payload'],
  ['an amount in unicode digits', order({ makerAmount: ARABIC_DIGITS }), 'invalid_payload'],
  ['an amount in hex', order({ makerAmount: '0x10' }), 'invalid_payload'],
  ['an amount with a fraction', order({ makerAmount: '500000.5' }), 'invalid_payload'],
  ['an amount with a line end', order({ makerAmount: '500000\n' }), 'invalid_payload'],
  ['an amount that is a number', order({ makerAmount: 500_000 }), 'invalid_payload'],
  ['a list as amount', order({ makerAmount: ['500000'] }), 'invalid_payload'],
  ['a timestamp that is a word', order({ timestamp: 'now' }), 'invalid_payload'],
  ['a timestamp of 2^256', order({ timestamp: String(2n ** 256n) }), 'invalid_payload'],
  ['metadata that is too short', order({ metadata: '0x00' }), 'invalid_payload'],
  ['a builder that is no hex', order({ builder: `0x${'zz'.repeat(32)}` }), 'invalid_payload'],
  ['no signature', order({ signature: undefined }), 'invalid_payload'],
  ['an empty signature', order({ signature: '0x' }), 'invalid_signature'],
  ['a signature that is no hex', order({ signature: 'zz' }), 'invalid_signature'],
  ['a signature of zeros', order({ signature: `0x${'00'.repeat(65)}` }), 'invalid_signature'],
  ['a signature of 40 kilobytes', order({ signature: `0x${'ab'.repeat(20_000)}` }), 'invalid_payload'],
  ['a signature over other amounts', order({ makerAmount: '550000' }), 'invalid_signature'],
  [
    "mallory's signature",
    () => ({ ...good(), order: { ...fieldsOf(good()['order']), signature: fieldsOf(good(mallory)['order'])['signature'] } }),
    'invalid_signature',
  ],
  ['an off-tick price, well signed', signed({ pips: 1_050 }), 'price_off_tick'],
  ['a price of 1, well signed', signed({ pips: 10_000 }), 'price_off_tick'],
  ['a price past 1, well signed', signed({ pips: 20_000_000 }), 'price_off_tick'],
  ['a price of 0, well signed', signed({ pips: 0 }), 'amount_not_positive'],
  ['a size below the minimum, well signed', signed({ shares: 1 }), 'size_too_small'],
  ['more money than there is, well signed', signed({ shares: 1_000_000 }), 'not_enough_balance'],
  ['the largest size there is, well signed', signed({ shares: 1_000_000_000 }), 'not_enough_balance'],
  ['a size past the largest, well signed', signed({ shares: 1_000_000_001 }), 'amount_too_large'],
  ['shares that nobody has, well signed', signed({ side: 'SELL' }), 'not_enough_balance'],
  ['GTD that is over', signed({ orderType: 'GTD', expirationSeconds: 1_600_000_000 }), 'invalid_expiration'],
  ['GTD past the year 9999', signed({ orderType: 'GTD', expirationSeconds: 253_402_300_800 }), 'invalid_expiration'],
  ['FOK that is post-only', signed({ orderType: 'FOK', postOnly: true, pips: 3_000 }), 'post_only_order_type'],
];

const SENSELESS_OUTPUT = /\n\s+at |node_modules|\.[tj]s:[0-9]+|\[object /;

describe('a bad item is refused in its own result and never fails the others', () => {
  it.each(BAD_ITEMS)('%s', async (_name, make, code) => {
    const { status, body, text } = await alice.call('POST', '/orders', [good(), make(), good()]);
    expect(status).toBe(200);
    const results = listOf(body);
    expect(results).toMatchObject([
      { success: true, errorMsg: '' },
      { success: false, status: 'error', orderID: '', errorMsg: expect.stringMatching(/\S/), code },
      { success: true, errorMsg: '' },
    ]);
    expect(text).not.toMatch(SENSELESS_OUTPUT);
    expect(fieldsOf(await alice.ok('DELETE', '/cancel-all'))['canceled']).toHaveLength(2);
  });

  it("keys of an object's prototype are only unknown keys", async () => {
    const plain = JSON.stringify(good());
    const laden = `{"__proto__":{"success":true,"owner":"x"},"constructor":{"prototype":{"polluted":true}},${plain.slice(1)}`;
    const answer = await alice.call('POST', '/orders', `[${laden},{"__proto__":${plain}},${JSON.stringify(good())}]`);
    expect(answer).toMatchObject({ status: 200, body: [{ success: true }, { success: false }, { success: true }] });
    expect({}).not.toHaveProperty('polluted');
    await alice.ok('DELETE', '/cancel-all');
  });

  it('a nesting of 31 lists is one bad item', async () => {
    expect(await alice.call('POST', '/orders', `[${'['.repeat(31)}${']'.repeat(31)},${JSON.stringify(good())}]`)).toMatchObject({
      status: 200,
      body: [{ success: false, code: 'invalid_payload' }, { success: true }],
    });
    await alice.ok('DELETE', '/cancel-all');
  });
});

const BAD_BODIES: readonly (readonly [string, () => string, number, string])[] = [
  ['half of a JSON text', () => '[{"order":', 400, 'malformed_json'],
  ['a text', () => 'hello', 400, 'malformed_json'],
  ['null', () => 'null', 400, 'invalid_payload'],
  ['an object', () => '{}', 400, 'invalid_payload'],
  ['no item', () => '[]', 400, 'invalid_payload'],
  ['16 items', () => JSON.stringify(Array.from({ length: 16 }, () => good())), 400, 'too_many_orders'],
  ['a nesting of 30 000 lists', () => '['.repeat(30_000) + ']'.repeat(30_000), 400, 'body_too_deep'],
  ['a nesting of 100 000 lists', () => '['.repeat(100_000) + ']'.repeat(100_000), 413, 'body_too_large'],
  ['10 MB', () => JSON.stringify([{ padding: 'x'.repeat(10 * 1024 * 1024) }]), 413, 'body_too_large'],
];

describe('a bad body is refused completely', () => {
  it.each(BAD_BODIES)('%s', async (_name, make, status, code) => {
    expect(await alice.call('POST', '/orders', make())).toMatchObject({
      status,
      body: { error: expect.stringMatching(/\S/), code },
    });
  });

  it('says how many orders were too many', async () => {
    const body = Array.from({ length: 16 }, () => good());
    expect(await alice.call('POST', '/orders', body)).toMatchObject({
      body: { error: 'Too many orders in payload: 16, max allowed: 15', details: { maximum: 15 } },
    });
    expect(await alice.call('POST', '/orders', body.slice(1))).toMatchObject({ status: 200 });
    await alice.ok('DELETE', '/cancel-all');
  });
});

/** The invalid part of the credentials, and the part that the response names. */
const FORGERIES: readonly (readonly [string, () => Tampering, string])[] = [
  ['a timestamp of a minute and a second ago', () => ({ timestampSeconds: NOW_SECONDS - 61 }), 'timestamp'],
  ['a timestamp of the future', () => ({ timestampSeconds: NOW_SECONDS + 61 }), 'timestamp'],
  ['a timestamp that is a word', () => ({ headers: { SERVICE_TIMESTAMP: 'now' } }), 'timestamp'],
  ['a timestamp other than the signed', () => ({ headers: { SERVICE_TIMESTAMP: String(NOW_SECONDS - 1) } }), 'signature'],
  ['a body other than the signed', () => ({ sentBody: JSON.stringify([good()]) }), 'signature'],
  ['a signature of zeros', () => ({ headers: { SERVICE_SIGNATURE: '00'.repeat(32) } }), 'signature'],
  ['a signature of the wrong length', () => ({ headers: { SERVICE_SIGNATURE: '00' } }), 'signature'],
  ["mallory's key", () => ({ headers: { SERVICE_API_KEY: mallory.apiKey } }), 'address'],
  ["mallory's address", () => ({ headers: { SERVICE_ADDRESS: mallory.wallet.checksummedAddress } }), 'address'],
  ['an address that is none', () => ({ headers: { SERVICE_ADDRESS: '0x12' } }), 'address'],
  ['an unknown key', () => ({ headers: { SERVICE_API_KEY: '00000000-0000-4000-8000-000000000000' } }), 'api_key'],
  ['a key that is no UUID', () => ({ headers: { SERVICE_API_KEY: "' or 1=1 --" } }), 'api_key'],
  ["mallory's passphrase", () => ({ headers: { SERVICE_PASSPHRASE: mallory.key.passphrase } }), 'passphrase'],
  ...['ADDRESS', 'API_KEY', 'PASSPHRASE', 'TIMESTAMP', 'SIGNATURE'].map((name): readonly [string, () => Tampering, string] => [
    `no ${name} header`,
    () => ({ headers: { [`SERVICE_${name}`]: undefined } }),
    'headers',
  ]),
];

describe('a request with invalid credentials is refused with 401', () => {
  it.each(FORGERIES)('%s', async (_name, tampering, part) => {
    const answer = await alice.tampered('POST', '/orders', JSON.stringify([good()]), tampering());
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized/Invalid api key', code: 'invalid_l2', details: { part, serverTimeSeconds: NOW_SECONDS } },
    });
    expect(rowsOf(await alice.get('/data/orders'))).toEqual([]);
  });

  it('reads have a wider window than writes', async () => {
    const read = (secondsAgo: number) =>
      alice.tampered('GET', '/data/orders', '', { timestampSeconds: NOW_SECONDS - secondsAgo });
    expect([(await read(300)).status, (await read(301)).status]).toEqual([200, 401]);
  });
});

it.each([
  ['DELETE', '/order', '{}'],
  ['DELETE', '/order', '{"orderId":5}'],
  ['DELETE', '/order', '{"orderId":""}'],
  ['DELETE', '/order', '[]'],
  ['DELETE', '/order', '{"orderId"'],
  ['DELETE', '/order', undefined],
  ['DELETE', '/orders', '{}'],
  ['DELETE', '/orders', '[]'],
  ['DELETE', '/orders', '[5]'],
  ['DELETE', '/orders', '[""]'],
  ['DELETE', '/cancel-market-orders', undefined],
  ['POST', '/order', '[]'],
  ['POST', '/order', undefined],
  ['POST', '/positions/merge', undefined],
  ['DELETE', '/auth/readonly-api-key', '{}'],
  ['GET', '/order-scoring?order_id=', undefined],
  ['GET', '/data/orders?market=a&market=b', undefined],
])('%s %s %s is refused with 400 and the error body', async (method, path, body) => {
  const answer = await alice.call(method, path, body);
  expect(answer).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/\S/), code: expect.stringMatching(/^[a-z_]+$/) },
  });
  expect(answer.text).not.toMatch(SENSELESS_OUTPUT);
});

it.each([
  ['GET', '/data/trades?id=%00', 400],
  ['GET', '/data/trades?taker=%00', 400],
  ['GET', '/data/trades?market=%00', 400],
  ['GET', '/data/orders?id=%00', 400],
  ['GET', '/data/orders?market=%00', 400],
  ['GET', `/builder/trades?builder_code=0x${'0'.repeat(63)}1&id=%00`, 400],
  ['GET', '/data/order/%00', 404],
  ['GET', '/order-scoring?order_id=%00', 200],
  ['POST', '/orders-scoring', 200],
  ['POST', '/heartbeats', 400],
  ['DELETE', '/order', 200],
  ['DELETE', '/auth/api-key?apiKey=%00', 404],
  ['GET', '/auth/validate-readonly-api-key?key=%00', 200],
] as const)('a NUL character, which PostgreSQL cannot store, in %s %s', async (method, path, status) => {
  const bodies: Readonly<Record<string, unknown>> = {
    '/orders-scoring': ['\0'],
    '/heartbeats': { heartbeat_id: '\0' },
    '/order': { orderId: '\0' },
  };
  if (path === '/heartbeats') await alice.call('POST', path, { heartbeat_id: null });
  expect(await alice.call(method, path, bodies[path])).toMatchObject({ status });
});

it.each([
  '/markets/%ff',
  '/book?token_id=%',
  '/data/order/%E0%A4%A',
  '/markets?next_cursor=%00',
  `/book?token_id=${'9'.repeat(5_000)}`,
])('GET %s is refused with 4xx', async (path) => {
  const { status, text } = await world.get(path);
  expect([status >= 400 && status < 500, text.startsWith('{"error":')]).toEqual([true, true]);
});

it('after all of it no log line holds a secret or an error, the writer runs, and every invariant holds', async () => {
  const secrets = [alice, mallory].flatMap(({ key }) => [key.secret, key.passphrase]);
  const log = world.log.join('');
  expect(log.length).toBeGreaterThan(1_000);
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(log).not.toMatch(/0x[0-9a-f]{130}/);
  expect(world.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  expect(world.fatal).toEqual([]);
  expect(await world.brokenInvariants()).toEqual([]);
});
