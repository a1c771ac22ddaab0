import { changedQuery } from './location';
import { backOf, pathTo, routeOf } from './route';

const CONDITION = `0x${'ab'.repeat(32)}`;
const ADDRESS = `0x${'Cd'.repeat(20)}`;

describe('routeOf', () => {
  it.each([
    [pathTo.home, { page: 'home' }],
    [pathTo.watchlist, { page: 'watchlist' }],
    [pathTo.leaderboard, { page: 'leaderboard' }],
    [pathTo.operator, { page: 'operator' }],
    [pathTo.event('who/wins?'), { page: 'event', slug: 'who/wins?' }],
    [pathTo.market({ conditionId: CONDITION }), { page: 'market', conditionId: CONDITION }],
    [pathTo.market({ conditionId: CONDITION, slug: 'will/it-rain' }), { page: 'market', slug: 'will/it-rain' }],
    [pathTo.profile(ADDRESS), { page: 'profile', address: ADDRESS }],
  ])('parses %s as it was written', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it.each(['/nowhere', '/market', '/market/a/b', '/profile/alice', '/event/a/b', '/leaderboard/more', '/event/%E0%A4%A/x'])(
    'finds no page at %s',
    (path) => {
      expect(routeOf(path)).toEqual({ page: 'not-found' });
    },
  );
});

describe('changedQuery', () => {
  it('sets, replaces and removes, and keeps the other parameters', () => {
    expect(changedQuery('?tag=sports&q=a', { q: 'b c', page: '2', tag: null })).toBe('?q=b+c&page=2');
  });

  it('leaves no question mark behind', () => {
    expect(changedQuery('?q=a', { q: '' })).toBe('');
  });
});

describe('backOf', () => {
  const read = (path: string) => backOf(new URL(path, 'https://site.example.org').searchParams);

  it('reads the address that a sign-in began at', () => {
    expect(read(pathTo.signIn(`/market/${CONDITION}?outcome=7`))).toBe(`/market/${CONDITION}?outcome=7`);
  });

  it.each([
    '/wallet',
    '/wallet?back=https://evil.example.org',
    '/wallet?back=//evil.example.org',
    '/wallet?back=/%5Cevil',
    '/wallet?back=/no',
  ])('leads nowhere by %s', (path) => {
    expect(read(path)).toBeNull();
  });
});
