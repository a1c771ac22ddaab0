import { Limiter } from '@foretell/platform-limits';
import { publishedLimits } from '@foretell/testing';
import { GAMMA_LIMITS } from './limit-table';

const ROUTES: Readonly<Record<string, string>> = { 'Catalog (general)': 'GET /series', 'GET /markets (catalog)': 'GET /markets' };
const COMBINED = 'GET /events and GET /markets listing combined';
const ROWS = publishedLimits().filter(({ endpoint }) => /catalog|GET \/events|GET \/tags|public-search/i.test(endpoint));

describe('the limits of the catalog', () => {
  const admitted = (limits: Limiter, route: string, times: number): number =>
    Array.from({ length: times }, () => limits.admit(route, 'a')).filter(({ isAdmitted }) => isAdmitted).length;

  it('cover the published table', () => {
    expect(ROWS).toHaveLength(6);
  });

  it.each(ROWS.filter(({ endpoint }) => endpoint !== COMBINED).map((row) => [row.endpoint, row] as const))(
    '%s: as often as published, not once more',
    (endpoint, { burst }) => {
      const limits = new Limiter(GAMMA_LIMITS, () => 0);
      expect(admitted(limits, ROUTES[endpoint] ?? endpoint, burst + 100)).toBe(burst);
    },
  );

  it('count events and markets together as well: a list has a budget that neither of the two can use up alone', () => {
    const combined = ROWS.find(({ endpoint }) => endpoint === COMBINED)?.burst ?? 0;
    const limits = new Limiter(GAMMA_LIMITS, () => 0);
    limits.change('events', 5_000);
    limits.change('markets', 5_000);
    expect(admitted(limits, 'GET /events', 500) + admitted(limits, 'GET /markets', 500)).toBe(combined);
  });

  it.each(['GET /events/keyset', 'GET /events/pagination'])('count %s as a list', (pages) => {
    const limits = new Limiter(GAMMA_LIMITS, () => 0);
    expect(admitted(limits, 'GET /events', 400) + admitted(limits, pages, 400)).toBe(500);
  });
});
