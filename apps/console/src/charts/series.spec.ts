import { fidelityOf, seriesOf, tradePoints } from './series';

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

describe('fidelityOf', () => {
  it('is fine for a young market, and the service’s own for an old one', () => {
    const now = 1_000_000;
    expect([1, 24, 200, 2_000].map((hours) => fidelityOf(now - hours * 3_600, now))).toEqual([1, 5, 30, null]);
    expect(fidelityOf(undefined, now)).toBeNull();
  });
});

describe('tradePoints', () => {
  const trade = (timestamp: number, price: number, token_id: string) => ({ timestamp, price, token_id }) as never;
  const line = [60, 120, 180].map((seconds) => ({ seconds, price: 0.5 }));

  it('has the last trade of each step, also where the book had one side, at the price of the token', () => {
    const trades = [trade(185, 0.7, 'yes'), trade(130, 0.35, 'no'), trade(125, 0.9, 'yes'), trade(10, 0.1, 'yes')];
    expect(tradePoints(trades, 'yes', line)).toEqual([
      { seconds: 120, price: 0.65 },
      { seconds: 180, price: 0.7 },
    ]);
  });
});
