import * as fc from 'fast-check';
import { PriceHistoriesRequest, PriceHistoryQuery } from '@foretell/contracts';
import { HttpFailure, readBody, readParams } from '@foretell/platform-server';
import { requestRules } from '../request-rules';
import { denseSeries } from './dense-series';
import { POINTS_MAX, historyWindow, type HistoryWindow } from './history-request';

const NOW = 1_735_689_600;

interface Given {
  readonly interval?: string;
  readonly start?: number | string;
  readonly end?: number | string;
  readonly fidelity?: number | string;
}

/** The window of a query that says so. */
function windowOfQuery({ interval, start, end, fidelity }: Given): HistoryWindow {
  const texts = Object.entries({ interval, startTs: start, endTs: end, fidelity }).filter(([, value]) => value !== undefined);
  const given = { market: '1', ...Object.fromEntries(texts.map(([name, value]) => [name, String(value)])) };
  const query = readParams(PriceHistoryQuery, 'query', given, requestRules);
  return historyWindow({ interval: query.interval, start: query.startTs, end: query.endTs, fidelity: query.fidelity }, NOW);
}

/** The window of a body that says so. */
function windowOfBody({ interval, start, end, fidelity }: Given): HistoryWindow {
  const given = { markets: ['1'], interval, start_ts: start, end_ts: end, fidelity };
  const body = readBody(PriceHistoriesRequest, JSON.parse(JSON.stringify(given)), requestRules);
  return historyWindow({ interval: body.interval, start: body.start_ts, end: body.end_ts, fidelity: body.fidelity }, NOW);
}

const READERS = [windowOfQuery, windowOfBody];

function refusal(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof HttpFailure ? { status: error.status, code: error.code, details: error.details } : error;
  }
}

describe('the window of a price history', () => {
  it.each([
    ['1m', 60, 1],
    ['5m', 300, 1],
    ['15m', 900, 1],
    ['1h', 3_600, 1],
    ['6h', 21_600, 5],
    ['1d', 86_400, 5],
    ['1w', 604_800, 30],
    ['max', NOW, 720],
    ['all', NOW, 720],
  ])('of %s is %i seconds in steps of %i minutes', (interval, seconds, stepMinutes) => {
    for (const read of READERS) expect(read({ interval })).toEqual({ startSeconds: NOW - seconds, endSeconds: NOW, stepMinutes });
  });

  it.each([
    [1, 1],
    [2, 5],
    [5, 5],
    [6, 30],
    [31, 180],
    [181, 720],
    [720, 720],
    [100_000, 720],
  ])('rounds a fidelity of %i up to %i', (fidelity, stepMinutes) => {
    for (const given of [fidelity, String(fidelity)])
      for (const read of READERS) expect(read({ interval: '1h', fidelity: given })).toMatchObject({ stepMinutes });
  });

  it.each([
    [3_600, 1],
    [3_601, 5],
    [86_401, 30],
    [604_801, 180],
  ])('chooses steps for a range of %i seconds', (seconds, stepMinutes) => {
    for (const read of READERS)
      expect(read({ start: NOW - seconds })).toEqual({ startSeconds: NOW - seconds, endSeconds: NOW, stepMinutes });
  });

  it('ends now at the latest', () => {
    for (const read of READERS) {
      expect(read({ start: String(NOW - 60), end: '999999999999' })).toMatchObject({ endSeconds: NOW });
      expect(read({ start: NOW - 60, end: NOW - 30 })).toMatchObject({ endSeconds: NOW - 30 });
    }
  });

  it.each([
    [{}, 'interval'],
    [{ end: NOW }, 'interval'],
    [{ interval: '2h' }, 'interval'],
    [{ interval: 'constructor' }, 'interval'],
    [{ interval: '1h', start: NOW }, 'interval'],
    [{ interval: '1h', end: NOW }, 'interval'],
    [{ start: NOW, end: NOW - 1 }, 'endTs'],
    [{ start: 'then' }, 'startTs'],
    [{ start: -1 }, 'startTs'],
    [{ interval: '1h', fidelity: 0 }, 'fidelity'],
    [{ interval: '1h', fidelity: 1.5 }, 'fidelity'],
  ])('refuses %j by the field to change', (fields, field) => {
    for (const read of READERS)
      expect(refusal(() => read(fields))).toEqual({ status: 400, code: 'invalid_filters', details: { field } });
  });
});

describe('a dense series', () => {
  const window = { startSeconds: 0, endSeconds: 600, stepMinutes: 1 };

  it('has one point per step from the first price on, each price held until the next', () => {
    const rows = [
      { bucket: 3, price: 10 },
      { bucket: 5, price: 20 },
    ];
    expect(denseSeries(rows, { ...window, endSeconds: 420 })).toEqual([
      { t: 180, p: 10 },
      { t: 240, p: 10 },
      { t: 300, p: 20 },
      { t: 360, p: 20 },
      { t: 420, p: 20 },
    ]);
  });

  it('begins at the start of the window with the price that held before', () => {
    expect(denseSeries([{ bucket: 1, price: 10 }], { ...window, startSeconds: 540 })).toEqual([
      { t: 540, p: 10 },
      { t: 600, p: 10 },
    ]);
  });

  it('of nothing is nothing', () => {
    expect(denseSeries([], window)).toEqual([]);
  });

  it('refuses more points than a series may have, and takes exactly as many', () => {
    const rows = [{ bucket: 0, price: 1 }];
    expect(denseSeries(rows, { ...window, endSeconds: (POINTS_MAX - 1) * 60 })).toHaveLength(POINTS_MAX);
    expect(refusal(() => denseSeries(rows, { ...window, endSeconds: POINTS_MAX * 60 }))).toMatchObject({
      status: 400,
      code: 'too_many_points',
    });
  });

  it('shows at each step the newest price of a bucket not after it', () => {
    const changes = fc.uniqueArray(fc.tuple(fc.nat(100), fc.nat(20_000)), { selector: ([bucket]) => bucket, minLength: 1 });
    fc.assert(
      fc.property(changes, fc.nat(120), (pairs, endBucket) => {
        const rows = pairs.map(([bucket, price]) => ({ bucket, price })).sort((a, b) => a.bucket - b.bucket);
        for (const { t, p } of denseSeries(rows, { startSeconds: 0, endSeconds: endBucket * 60, stepMinutes: 1 })) {
          expect(p).toBe(rows.findLast(({ bucket }) => bucket * 60 <= t)?.price);
        }
      }),
    );
  });
});
