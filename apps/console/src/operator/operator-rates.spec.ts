import type { OperatorStatus } from '@foretell/contracts';
import { ageText, ratesOf } from './operator-rates';

const status = (at: number, total: number, startedAt = 1): OperatorStatus => ({
  surface: 'clob',
  at,
  process: { host: 'a', pid: 1, startedAt, residentBytes: 1, processorMillis: 1 },
  health: 'ok',
  isReady: true,
  checks: [],
  lags: [],
  totals: [{ name: 'orders', total }],
  refusals: [],
  limits: [],
  unread: [],
});

describe('ratesOf', () => {
  it('counts events between two responses, per second', () => {
    expect(ratesOf(status(4_000, 30), status(2_000, 20))).toEqual([{ name: 'orders', total: 30, perSecond: 5 }]);
  });

  it.each([
    ['there is no earlier response', null],
    ['the process was restarted in between', status(2_000, 20, 0)],
    ['it is the same response', status(4_000, 30)],
  ])('has no rate when %s', (_when, before) => {
    expect(ratesOf(status(4_000, 30), before)).toEqual([{ name: 'orders', total: 30, perSecond: null }]);
  });
});

describe('ageText', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [3_600, '1 h 0 min'],
    [90_000, '1 d 1 h'],
  ])('shows %d seconds as %s', (seconds, text) => {
    expect(ageText(seconds)).toBe(text);
  });
});
