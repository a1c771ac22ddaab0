import { siteOf } from './site';

const SITE = { clob: 'https://clob.example.org', gamma: 'https://gamma.example.org', data: 'https://data.example.org' };

describe('siteOf', () => {
  it('reads the three addresses, without a trailing slash', () => {
    expect(siteOf({ ...SITE, clob: 'https://clob.example.org//', other: 1 })).toEqual({ ...SITE, chain: null, pictures: [] });
  });

  it('reads the chain of the site where it is given', () => {
    const chain = { name: 'Polygon', currency: 'POL', rpcUrl: 'https://rpc.example.org' };
    expect(siteOf({ ...SITE, chain }).chain).toEqual(chain);
    expect(() => siteOf({ ...SITE, chain: { ...chain, rpcUrl: 1 } })).toThrow(/chain must have name, currency and rpcUrl/);
  });

  it('reads the origins of pictures', () => {
    const pictures = ['https://images.example.org'];
    expect(siteOf({ ...SITE, pictures }).pictures).toEqual(pictures);
    expect(() => siteOf({ ...SITE, pictures: 'https://images.example.org' })).toThrow(/pictures must be a list/);
  });

  it.each([null, 'x', [], { ...SITE, data: '' }, { ...SITE, gamma: 'gamma.example.org' }, { ...SITE, clob: 3001 }])(
    'refuses %j, and names the missing address',
    (config) => {
      expect(() => siteOf(config)).toThrow(/^config\.json: (clob|gamma|data) must be an http address$/);
    },
  );
});
