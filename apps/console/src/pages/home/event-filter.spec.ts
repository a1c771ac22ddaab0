import { readFilter, SORTS } from './event-filter';

describe('readFilter', () => {
  it('reads what the address says', () => {
    expect(readFilter(new URLSearchParams('q=+rain+&tag=weather&sort=ending&state=closed'))).toEqual({
      text: 'rain',
      tag: 'weather',
      sort: SORTS[3],
      state: 'closed',
    });
  });

  it('shows open events by the volume of a day when it says nothing, or what nobody knows', () => {
    const usual = { text: '', tag: '', sort: SORTS[0], state: 'open' };
    expect(readFilter(new URLSearchParams())).toEqual(usual);
    expect(readFilter(new URLSearchParams('sort=best&state=all'))).toEqual(usual);
  });
});
