import { pathOf, withQuery } from './query';

describe('withQuery', () => {
  it('leaves out parameters that are not set', () => {
    expect(withQuery('/events')).toBe('/events');
    expect(withQuery('/events', { limit: undefined, user: null })).toBe('/events');
  });

  it('escapes names and values', () => {
    expect(withQuery('/public-search', { q: 'rain & snow?', 'a=b': true })).toBe(
      '/public-search?q=rain%20%26%20snow%3F&a%3Db=true',
    );
  });

  it('joins lists of markets and of sort fields with commas, and repeats the name of other lists', () => {
    expect(withQuery('/holders', { market: ['0x1', '0x2'], limit: 0 })).toBe('/holders?market=0x1%2C0x2&limit=0');
    expect(withQuery('/markets', { slug: ['one', 'two'], order: ['id', 'slug'] })).toBe(
      '/markets?slug=one&slug=two&order=id%2Cslug',
    );
  });
});

it('pathOf escapes its parameters', () => {
  expect(pathOf`/markets/slug/${'a/b c'}/tags`).toBe('/markets/slug/a%2Fb%20c/tags');
});
