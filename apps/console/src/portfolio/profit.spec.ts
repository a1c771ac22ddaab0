import { profitOverTime, signedDecimal, signedMicros, wholeSets } from './profit';

describe('profit over time', () => {
  it('sums what was closed, the oldest first, to the last digit', () => {
    const closed = [
      { timestamp: 300, realizedPnl: 0.1 },
      { timestamp: 100, realizedPnl: 0.2 },
      { timestamp: 200, realizedPnl: -1.000001 },
    ];
    expect(profitOverTime(closed)).toEqual([
      { atSeconds: 100, micros: 200_000n },
      { atSeconds: 200, micros: -800_001n },
      { atSeconds: 300, micros: -700_001n },
    ]);
  });

  it('is told with its sign', () => {
    expect([signedDecimal(-700_001n), signedDecimal(0n), signedMicros(-12.5)]).toEqual(['-0.700001', '0', -12_500_000n]);
  });
});

describe('sets', () => {
  it('are as many as the scarcer outcome has shares', () => {
    expect(wholeSets([10.5, 3])).toBe(3_000_000n);
    expect(wholeSets([10.5])).toBe(0n);
  });
});
