import { PageCache } from './page-cache';

function world() {
  const made: string[] = [];
  const pages = new PageCache<string>();
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

it('caches nothing of a page that failed', async () => {
  const pages = new PageCache<string>();
  await expect(pages.of('a', '1', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect((await pages.of('a', '1', () => Promise.resolve('x'))).latin1).toBe('"x"');
});
