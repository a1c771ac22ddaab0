import { TradingClient } from '@foretell/client';
import { committedApi } from '@foretell/testing';
import { fieldsOf } from '../testing/answer';
import { ClobWorld } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

const CANCELS = [
  'DELETE /order',
  'DELETE /orders',
  'DELETE /cancel-all',
  'DELETE /cancel-market-orders',
  'DELETE /rfq/request',
  'DELETE /rfq/quote',
  'DELETE /notifications',
  'POST /heartbeats',
  'POST /v1/heartbeats',
];
const TRADES = [
  'POST /order',
  'POST /orders',
  'POST /order/dry-run',
  'POST /orders/dry-run',
  'POST /positions/split',
  'POST /positions/merge',
  'POST /rfq/request',
  'POST /rfq/request/accept',
  'POST /rfq/quote',
  'POST /rfq/quote/approve',
];
const KEYS = [
  'POST /auth/readonly-api-key',
  'DELETE /auth/readonly-api-key',
  'POST /auth/scoped-api-key',
  'POST /auth/builder-api-key',
  'DELETE /auth/api-key',
];
/** Of another key: any key revokes itself. */
const REVOKING = '/auth/api-key';
/** The requests that keys of each permission may not make; all others are reads. */
const BEYOND = {
  read: [...CANCELS, ...TRADES, ...KEYS],
  cancel: [...TRADES, ...KEYS],
  trade: KEYS,
} as const;

/** The operations that a key has to prove itself for, as `GET /path`. */
function guarded(): readonly string[] {
  return Object.entries(committedApi('clob').paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const ways = 'security' in operation && Array.isArray(operation.security) ? operation.security : [];
      const isByKey = ways.length > 0 && ways.every((schemes: object) => 'l2ApiKey' in schemes);
      return isByKey ? [`${method.toUpperCase()} ${path.replace(/\{\w+\}/, '0x00')}`] : [];
    }),
  );
}

describe('the rights of a key', () => {
  let world: ClobWorld;
  let alice: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    alice = await world.trader();
  });
  afterAll(() => world?.close());

  const statuses = async (call: (method: string, path: string) => Promise<number>): Promise<ReadonlyMap<string, number>> => {
    const all = new Map<string, number>();
    for (const operation of guarded()) {
      const [method = '', path = ''] = operation.split(' ');
      all.set(operation, await call(method, path));
    }
    return all;
  };
  const having = (all: ReadonlyMap<string, number>, wanted: number): string[] =>
    [...all].filter(([, status]) => status === wanted).map(([operation]) => operation);

  it.each(['read', 'cancel', 'trade'] as const)('a key that may %s is refused exactly what is beyond it', async (permission) => {
    const { apiKey, secret, passphrase } = fieldsOf(await alice.ok('POST', '/auth/scoped-api-key', { permission }));
    const client = new TradingClient({ url: world.url, wallet: alice.wallet, headerPrefix: 'SERVICE', clock: () => world.now });
    client.useKey({ apiKey: String(apiKey), secret: String(secret), passphrase: String(passphrase) });
    try {
      const all = await statuses(async (method, path) => {
        const body = method === 'GET' ? undefined : '{}';
        const asked = method === 'DELETE' && path === REVOKING ? `${path}?apiKey=${alice.apiKey}` : path;
        return (await client.call(method, asked, body)).status;
      });
      expect(having(all, 403).sort()).toEqual([...BEYOND[permission]].sort());
      expect(having(all, 401)).toEqual([]);
    } finally {
      client.close();
    }
  });

  it('nobody without a key does any of it', async () => {
    const all = await statuses(
      async (method, path) => (await world.call(method, path, method === 'GET' ? undefined : {})).status,
    );
    expect(having(all, 401)).toEqual(guarded());
  });
});
