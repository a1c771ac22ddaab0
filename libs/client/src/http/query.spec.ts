import { pathOf, withQuery } from './query';

describe('a query', () => {
  it('leaves out what is not asked', () => {
    expect(withQuery('/events')).toBe('/events');
    expect(withQuery('/events', { limit: undefined, user: null })).toBe('/events');
  });

  it('escapes names and values', () => {
    expect(withQuery('/public-search', { q: 'rain & snow?', 'a=b': true })).toBe(
      '/public-search?q=rain%20%26%20snow%3F&a%3Db=true',
    );
  });

  it('joins lists of markets and of fields to sort by, and repeats others', () => {
    expect(withQuery('/holders', { market: ['0x1', '0x2'], limit: 0 })).toBe('/holders?market=0x1%2C0x2&limit=0');
    expect(withQuery('/markets', { slug: ['one', 'two'], order: ['id', 'slug'] })).toBe(
      '/markets?slug=one&slug=two&order=id%2Cslug',
    );
  });
});

it('a path escapes what is put into it', () => {
  expect(pathOf`/markets/slug/${'a/b c'}/tags`).toBe('/markets/slug/a%2Fb%20c/tags');
});
