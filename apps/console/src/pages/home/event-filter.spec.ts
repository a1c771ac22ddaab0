import { readFilter, SORTS } from './event-filter';

describe('readFilter', () => {
  it('reads the address', () => {
    expect(readFilter(new URLSearchParams('q=+rain+&tag=weather&sort=ending&state=closed'))).toEqual({
      text: 'rain',
      tag: 'weather',
      sort: SORTS[3],
      state: 'closed',
    });
  });

  it('selects open events by volume of a day when the address has no or unknown values', () => {
    const usual = { text: '', tag: '', sort: SORTS[0], state: 'open' };
    expect(readFilter(new URLSearchParams())).toEqual(usual);
    expect(readFilter(new URLSearchParams('sort=best&state=all'))).toEqual(usual);
  });
});
