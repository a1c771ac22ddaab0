import { randomUUID } from 'node:crypto';
import type { ApiKeyRecord, KeyLimit } from '@foretell/platform-auth';
import { blockedBackend, createTestDatabase, type TestDatabase } from '@foretell/testing';
import { address } from '@foretell/signing';
import { unixMillis } from '@foretell/units';
import { PostgresApiKeyStore } from './api-key.store';

const KEY: ApiKeyRecord = {
  apiKey: randomUUID(),
  address: address(`0x${'a1'.repeat(20)}`),
  kind: 'scoped',
  nonce: '0',
  masterVersion: 2,
  permission: 'cancel',
  networks: '203.0.113.0/24',
  parent: null,
  expiresAt: unixMillis(1_900_000_000_000),
  createdAt: unixMillis(1_800_000_000_000),
  revokedAt: null,
};

const LIMIT: KeyLimit = { maximum: 100 };

describe('the API keys in PostgreSQL', () => {
  let database: TestDatabase;
  let store: PostgresApiKeyStore;

  beforeAll(async () => {
    database = await createTestDatabase();
    store = new PostgresApiKeyStore(database.pool);
  });
  afterAll(() => database?.drop());

  it('are what was stored, by id, by nonce and by address', async () => {
    expect(await store.insertIfAbsent(KEY, LIMIT)).toEqual(KEY);
    const { kind, address: owner, nonce, apiKey } = KEY;
    expect([await store.find(apiKey), await store.findByAddressNonce(kind, owner, nonce)]).toEqual([KEY, KEY]);
    expect([await store.listByAddress(kind, owner), await store.countOf(kind, owner)]).toEqual([[KEY], 1]);
    expect([await store.listByAddress('trading', owner), await store.countOf('trading', owner)]).toEqual([[], 0]);
  });

  it('stay as they are when somebody makes them again, revoked ones too', async () => {
    const key = { ...KEY, nonce: '1', apiKey: randomUUID() };
    await store.insertIfAbsent(key, LIMIT);
    const again = { ...key, permission: 'all', createdAt: unixMillis(1_800_000_000_001) } as const;
    expect(await store.insertIfAbsent(again, LIMIT)).toEqual(key);
    const revoked = { ...key, revokedAt: unixMillis(1_800_000_000_002) };
    expect([await store.revoke(key.apiKey, revoked.revokedAt), await store.revoke(key.apiKey, 1)]).toEqual([[key.apiKey], []]);
    expect(await store.insertIfAbsent(again, LIMIT)).toEqual(revoked);
    expect(await store.replaceRetired({ ...again, apiKey: randomUUID() })).toEqual(revoked);
  });

  it('are made again in the place of one that nobody can use', async () => {
    const retired = { ...KEY, nonce: '2', apiKey: randomUUID() };
    await store.insertIfAbsent(retired, LIMIT);
    const changed = { ...retired, apiKey: randomUUID(), masterVersion: 3 };
    expect(await store.replaceRetired(changed)).toEqual(changed);
    expect(await store.find(retired.apiKey)).toBeUndefined();
  });

  it('count while they are good or new, and of the others the newest stay', async () => {
    const owner = address(`0x${'b2'.repeat(20)}`);
    const stored = async (nonce: number, more: Partial<ApiKeyRecord>): Promise<string> => {
      const key = { ...KEY, address: owner, nonce: String(nonce), apiKey: randomUUID(), createdAt: unixMillis(nonce), ...more };
      await store.insertIfAbsent(key, LIMIT);
      return key.apiKey;
    };
    const [expired, oldest, revoked, forGood] = [
      await stored(2, { expiresAt: unixMillis(100) }),
      await stored(1, { expiresAt: unixMillis(50) }),
      await stored(3, {}),
      await stored(4, { expiresAt: null }),
    ];
    const isNew = await stored(90, { expiresAt: unixMillis(95) });
    await store.revoke(revoked, 60);
    const counted = { goodAt: 100, madeSince: 90 };
    expect([await store.countOf('scoped', owner), await store.countOf('scoped', owner, counted)]).toEqual([5, 2]);
    expect(await store.forgetEnded('scoped', owner, counted, 2)).toEqual([oldest]);
    expect(await store.forgetEnded('trading', owner, counted, 0)).toEqual([]);
    const left = await store.listByAddress('scoped', owner);
    expect(left.map(({ apiKey }) => apiKey)).toEqual([expired, revoked, forGood, isNew]);
  });

  it('are those of the first call, when two create one at the same moment', async () => {
    const first = { ...KEY, nonce: '3', apiKey: randomUUID() };
    const ahead = await database.pool.connect();
    try {
      await ahead.query('begin');
      await ahead.query(
        `insert into clob.api_keys (kind, address, nonce, api_key, master_version, permission, networks, expires_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          first.kind,
          first.address,
          first.nonce,
          first.apiKey,
          first.masterVersion,
          first.permission,
          first.networks,
          first.expiresAt,
          first.createdAt,
        ],
      );
      const second = store.insertIfAbsent({ ...first, createdAt: unixMillis(1) }, LIMIT);
      await blockedBackend(database.pool);
      await ahead.query('commit');
      expect(await second).toEqual(first);
    } finally {
      ahead.release();
    }
  });
});
