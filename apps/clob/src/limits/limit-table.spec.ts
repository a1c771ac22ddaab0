import { Limiter } from '@foretell/platform-limits';
import { committedApi, publishedLimits } from '@foretell/testing';
import { CLOB_LIMITS } from './limit-table';

const CATALOG = /catalog|GET \/events|GET \/tags|public-search/i;
const ROUTES: Readonly<Record<string, string>> = {
  'Trading surface (general)': 'GET /tick-size',
  'GET / (health check)': 'GET /',
};
const ROWS = publishedLimits().filter(({ endpoint }) => !CATALOG.test(endpoint));

describe('the limits of the trading service', () => {
  let now = 0;
  const limiter = (): Limiter => new Limiter(CLOB_LIMITS, () => now);
  const admitted = (limits: Limiter, route: string, times: number): number =>
    Array.from({ length: times }, () => limits.admit(route, 'a')).filter(({ isAdmitted }) => isAdmitted).length;

  it('are all of the published table', () => {
    expect(ROWS).toHaveLength(12);
  });

  it.each(ROWS.map((row) => [row.endpoint, row] as const))('%s: as often as published, not once more', (endpoint, row) => {
    const route = ROUTES[endpoint] ?? endpoint;
    const limits = limiter();
    expect(admitted(limits, route, row.burst + 100)).toBe(row.burst);
    now += 10_400;
    expect(admitted(limits, route, row.burst + 100)).toBe(row.burst);
    if (row.sustained === null) return;
    let within = 2 * row.burst;
    for (let turn = 0; turn < 20; turn += 1) {
      now += 10_400;
      within += admitted(limits, route, row.burst);
    }
    expect(within).toBe(row.sustained);
  });

  it.each(['books', 'prices', 'midpoints'])('count GET /%s, which names as many tokens, with POST', (list) => {
    const limits = limiter();
    expect(admitted(limits, `POST /${list}`, 1_000)).toBeLessThan(1_000);
    expect(admitted(limits, `GET /${list}`, 1)).toBe(0);
  });

  it('bound the trades of a builder, which cost its whole history', () => {
    expect(admitted(limiter(), 'GET /builder/trades', 50)).toBe(20);
  });

  it('count by key exactly where a key has to prove itself', () => {
    const { paths } = committedApi('clob');
    const guarded = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const ways = 'security' in operation && Array.isArray(operation.security) ? operation.security : [];
        const isByKey = ways.length > 0 && ways.every((schemes: object) => 'l2ApiKey' in schemes);
        return isByKey ? [`${method.toUpperCase()} ${path.replace(/\{\w+\}$/, '*')}`] : [];
      }),
    );
    expect([...CLOB_LIMITS.byKey].sort()).toEqual(guarded.sort());
  });

  it('name only existing routes', () => {
    const { paths } = committedApi('clob');
    const known = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const named = CLOB_LIMITS.rules.flatMap(({ routes = [] }) => routes);
    expect(named.filter((route) => !known.includes(route))).toEqual([]);
  });
});
