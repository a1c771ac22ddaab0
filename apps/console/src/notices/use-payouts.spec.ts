import { newPayouts, payoutWords } from './use-payouts';

const paid = (id: string, dollars: number) => ({ id, usdc_size: dollars, title: null });

describe('payouts', () => {
  it('are shown when they are new, and not what was paid before the page was opened', () => {
    const rows = [paid('b', 12.5), paid('a', 3)];
    expect(newPayouts(null, rows)).toEqual([]);
    expect(newPayouts(new Set(['a']), rows)).toEqual([rows[0]]);
    expect(newPayouts(new Set(['a', 'b']), rows)).toEqual([]);
  });

  it('of nothing are not shown: the other outcome won', () => {
    expect(newPayouts(new Set(), [paid('a', 0)])).toEqual([]);
  });

  it('name amount and market', () => {
    expect(payoutWords({ usdc_size: 1234.5, title: 'Will it rain?' })).toBe('Paid out: $1,234.50 for “Will it rain?”.');
    expect(payoutWords({ usdc_size: 3, title: null })).toBe('Paid out: $3.00.');
  });
});
