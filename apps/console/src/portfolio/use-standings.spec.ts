import { standingAddresses, standingOf } from './use-standings';

const SITE = { clob: '', gamma: 'https://gamma.example.org', data: '', chain: null, pictures: [] };

describe('the standings of held markets', () => {
  it('are asked for by addresses below 8 kB that name each market once', () => {
    const ids = Array.from({ length: 120 }, (_, at) => `0x${String(at).padStart(64, '0')}`);
    const asked = standingAddresses(SITE, [...ids, ...ids]);
    expect(Math.max(...asked.map(({ length }) => length))).toBeLessThan(8_000);
    expect(asked.flatMap((each) => new URL(each).searchParams.get('condition_ids')?.split(','))).toEqual(ids);
    expect(standingAddresses(SITE, [])).toEqual([]);
  });

  it('say why a market takes no orders', () => {
    expect(standingOf({ acceptingOrders: true, closed: false })).toBeNull();
    expect(standingOf({ acceptingOrders: false, closed: false })).toBe('Paused');
    expect(standingOf({ acceptingOrders: false, closed: true })).toBe('Awaiting result');
  });
});
