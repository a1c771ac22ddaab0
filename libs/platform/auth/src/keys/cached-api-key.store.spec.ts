import type { ApiKeyRecord, ApiKeyStore } from './api-key-store';
import { CachedApiKeyStore } from './cached-api-key.store';
import { NOW_MILLIS, recordOf, storeOf } from '../testing/credentialed-requests';

const LIMITS = { entriesMax: 2, ttlMillis: 1000 };

function keyOf(id: string): ApiKeyRecord {
  return recordOf('trading', { apiKey: id });
}

function world(...records: ApiKeyRecord[]) {
  let now = NOW_MILLIS;
  const store = storeOf(...records);
  const cached = (inner: ApiKeyStore = store) => new CachedApiKeyStore(inner, () => now, LIMITS);
  return { store, cached, pass: (millis: number) => (now += millis) };
}

it('asks the store once within the time to live', async () => {
  const { store, cached, pass } = world(keyOf('a'));
  const keys = cached();
  expect(await keys.find('a')).toMatchObject({ apiKey: 'a' });
  pass(999);
  expect(await keys.find('a')).toMatchObject({ apiKey: 'a' });
  expect(store.asked).toEqual(['a']);
  pass(1);
  await keys.find('a');
  expect(store.asked).toEqual(['a', 'a']);
});

it('keeps the most recently used keys, and no more than the limit', async () => {
  const { store, cached } = world(keyOf('a'), keyOf('b'), keyOf('c'));
  const keys = cached();
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await keys.find(id);
  expect(store.asked).toEqual(['a', 'b', 'c', 'b']);
});

it('does not remember that a key is unknown', async () => {
  const { store, cached } = world();
  const keys = cached();
  await keys.find('a');
  await keys.find('a');
  expect(store.asked).toEqual(['a', 'a']);
});

it('forgets a key that it revokes, also when the store fails after the commit', async () => {
  const { store, cached } = world(keyOf('a'));
  const keys = cached({ ...store, revoke: () => Promise.reject(new Error('connection lost')) });
  await keys.find('a');
  await expect(keys.revoke('a', NOW_MILLIS)).rejects.toThrow('connection lost');
  await keys.find('a');
  expect(store.asked).toEqual(['a', 'a']);
});

it('does not keep what was read across an invalidation', async () => {
  const { store, cached } = world();
  let answer: (record: ApiKeyRecord) => void = () => undefined;
  const keys = cached({
    ...store,
    find: (id) => (store.asked.push(id), new Promise((resolve) => (answer = resolve))),
    revoke: () => Promise.resolve(true),
  });
  const reading = keys.find('a');
  await keys.revoke('a', NOW_MILLIS);
  answer(keyOf('a'));
  expect(await reading).toMatchObject({ apiKey: 'a' });
  void keys.find('a');
  expect(store.asked).toEqual(['a', 'a']);
});
