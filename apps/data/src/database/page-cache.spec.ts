import { PageCache, type PageCacheBounds } from './page-cache';

function world(bounds: PageCacheBounds = { bytesMax: 1_000 }) {
  const made: string[] = [];
  const pages = new PageCache<string>(bounds);
  const of = (key: string, version: string) =>
    pages.of(key, version, () => {
      made.push(`${key} ${version}`);
      return Promise.resolve(`page ${made.length} ü`);
    });
  return { made, of };
}

it('returns the cached bytes without building the page again', async () => {
  const { made, of } = world();
  const first = await of('a', '1');
  expect(Buffer.from(first.latin1, 'latin1').toString()).toBe('"page 1 ü"');
  // Not a promise: there is nothing to await.
  expect(of('a', '1')).toBe(first);
  expect(made).toEqual(['a 1']);
});

it('builds a page for another request and for another version', async () => {
  const { made, of } = world();
  await of('a', '1');
  await of('b', '1');
  await of('a', '2');
  await of('a', '1');
  expect(made).toEqual(['a 1', 'b 1', 'a 2', 'a 1']);
});

it('builds a page again after the time for which it is kept', async () => {
  const { made, of } = world({ bytesMax: 1_000, maxAgeMillis: 0 });
  await of('a', '1');
  await of('a', '1');
  expect(made).toEqual(['a 1', 'a 1']);
});

it('drops the oldest pages beyond the bound, and a page that alone exceeds it', async () => {
  // A page and its key are 12 bytes.
  const { made, of } = world({ bytesMax: 24 });
  for (const key of ['a', 'b', 'a', 'c', 'b', 'c']) await of(key, '1');
  expect(made).toEqual(['a 1', 'b 1', 'c 1']);
  await of('a', '1');
  expect(made).toHaveLength(4);
  const narrow = world({ bytesMax: 11 });
  await narrow.of('a', '1');
  await narrow.of('a', '1');
  expect(narrow.made).toEqual(['a 1', 'a 1']);
});

it('counts a page once that was built for several versions', async () => {
  const { made, of } = world({ bytesMax: 24 });
  for (const version of ['1', '2', '3']) await of('a', version);
  await of('b', '1');
  await of('a', '3');
  expect(made).toEqual(['a 1', 'a 2', 'a 3', 'b 1']);
});

it('caches nothing of a page that failed', async () => {
  const pages = new PageCache<string>({ bytesMax: 1_000 });
  await expect(pages.of('a', '1', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect((await pages.of('a', '1', () => Promise.resolve('x'))).latin1).toBe('"x"');
});

it('builds a page once for requests of one version at the same time', async () => {
  const { made, of } = world();
  const pages = await Promise.all([of('a', '1'), of('a', '1'), of('b', '1'), of('a', '2'), of('a', '2')]);
  expect(made).toEqual(['a 1', 'b 1', 'a 2']);
  expect(pages[1]).toBe(pages[0]);
  expect(pages[4]).toBe(pages[3]);
});
