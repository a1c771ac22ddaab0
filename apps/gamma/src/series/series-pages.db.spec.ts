import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { event } from '../testing/source-rows';
import { GammaWorld } from '../testing/gamma-world';

const SERIES = 30;

interface Plan {
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}

describe('a page of series', () => {
  let world: GammaWorld;

  beforeAll(async () => {
    world = await GammaWorld.start();
    const events = Array.from({ length: SERIES }, (_, index) =>
      event(index + 1, [], { series: [{ id: String(index + 1), slug: `series-${index}`, title: `Series ${index}` }] }),
    );
    await world.import('events', events, ['site.example']);
  });
  afterAll(() => world?.stop());

  /** How often the response's statement looked for the events of a series; not counting whether a site lists one. */
  async function lookups(path: string): Promise<number> {
    const pool = world.app.get<Pool>(DATABASE_POOL);
    const query = jest.spyOn(pool, 'query');
    const list = await world.list(path);
    const statement = query.mock.calls.find(([text]) => String(text).includes('gamma.series s'));
    query.mockRestore();
    expect(list).toHaveLength(2);
    const { rows } = await world.database.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${String(statement?.[0])}`,
      statement?.[1] as never,
    );
    return loops(rows[0]?.['QUERY PLAN'][0].Plan);
  }

  function loops(plan: Plan | undefined): number {
    const own = plan?.['Relation Name'] === 'events' && plan.Alias !== 'on_site' ? plan['Actual Loops'] : 0;
    return Math.max(own, ...(plan?.Plans ?? []).map(loops));
  }

  it.each([
    '/series?limit=2&offset=20',
    '/series?limit=2&offset=20&creator=site.example',
    '/public/series?limit=2&offset=20',
    '/public/series?limit=2&offset=20&creator=site.example&order=title',
  ])('reads the events of its own series and of none before: %s', async (path) => {
    expect(await lookups(path)).toBeLessThanOrEqual(2);
  });
});
