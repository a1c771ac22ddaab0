import { seriesOf } from './series';

describe('seriesOf', () => {
  it('is sorted by time, with the last value of each time', () => {
    const history = [
      { t: 120, p: 0.5 },
      { t: 60, p: 0.4 },
      { t: 120, p: 0.51 },
    ];
    expect(seriesOf({ history })).toEqual([
      { seconds: 60, price: 0.4 },
      { seconds: 120, price: 0.51 },
    ]);
  });
});
