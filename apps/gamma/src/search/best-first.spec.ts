import { pageOf } from './best-first';

/** 997 is prime, so the values are unsorted. */
const HITS = Array.from({ length: 997 }, (_, index) => ({ value: (index * 331) % 997, cost: index % 5 }));
const compare = (one: number, other: number): number => one - other;

describe('the page of hits', () => {
  it.each([
    [0, 5],
    [3, 40],
    [195, 10],
    [400, 300],
    [990, 25],
    [2000, 25],
  ])('from %d has the same %d that sorting all of them would return', (offset, limit) => {
    const sorted = HITS.toSorted((one, other) => one.cost - other.cost || compare(one.value, other.value));
    expect(pageOf(HITS, compare, offset, limit)).toEqual(sorted.slice(offset, offset + limit).map(({ value }) => value));
  });
});
