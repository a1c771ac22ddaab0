import { eventually } from './harness/eventually';
import { limit } from './harness/orders';
import { openMarket } from './harness/reads';
import { replicaOf } from './harness/replica';
import { PART, scrapeOf, type Scrape } from './harness/scrape';
import type { ServiceProcess } from './harness/service-process';
import { dashboardQueries, documentedMetrics, namesIn, rules, runbookHeadings } from './harness/watching';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
/** Above it, a metric has a label that grows with the site's data. */
const SERIES_MAX = 700;
const SERVICES = ['clob', 'gamma', 'data'] as const;

/**
 * The metrics that docs/operate/metrics.md and deploy/observability name equal those of the three services after some use of
 * every feature.
 */
describe('the metrics of the services', () => {
  let world: World;
  let replica: ServiceProcess;
  const scrapes = new Map<string, Scrape>();

  beforeAll(async () => {
    world = await startSampleWorld({ logLevel: 'info' });
    replica = await replicaOf(world);
    await replica.start();
    await live(world, replica);
    for (const name of SERVICES) scrapes.set(name, await scrapeOf(world[name].url));
  }, JOURNEY_MS);

  afterAll(async () => {
    await replica?.stop();
    await world?.stop();
  }, JOURNEY_MS);

  it.each(SERVICES)('of %s are those of the table in docs/operate/metrics.md, with the labels that it names', (service) => {
    const exported = [...(scrapes.get(service) ?? [])].filter(([name]) => name.startsWith('foretell_'));
    const documented = documentedMetrics().filter(({ services }) => services.includes(service));
    expect(exported.map(([name, { type }]) => `${name} ${type}`).sort()).toEqual(
      documented.map(({ name, type }) => `${name} ${type}`).sort(),
    );
    const strange = exported.flatMap(([name, { labels }]) => {
      const known = documented.find((each) => each.name === name)?.labels ?? [];
      return [...labels].filter((label) => !known.includes(label)).map((label) => `${name} has ${label}`);
    });
    expect(strange).toEqual([]);
  });

  it.each(SERVICES)('of %s have no series for each order, market, wallet, key or path', (service) => {
    const exported = [...(scrapes.get(service) ?? [])];
    const named = exported.flatMap(([name, { values }]) => [...values].map((value) => `${name} ${value}`));
    expect(named.filter((each) => / .*(?:0x[0-9a-f]{4}|\d{6}|[0-9a-f]{8}-[0-9a-f]{4})/.test(each))).toEqual([]);
    expect(exported.reduce((sum, [, { series }]) => sum + series, 0)).toBeLessThan(SERIES_MAX);
  });

  it('have the route of every request', () => {
    const routes = (service: string) => [...(scrapes.get(service)?.get('foretell_http_request_seconds')?.values ?? [])];
    expect(routes('clob')).toEqual(expect.arrayContaining(['/orders', '/book', '401']));
    expect(routes('gamma')).toEqual(expect.arrayContaining(['/events', 'none', '404']));
    expect(routes('data')).toEqual(expect.arrayContaining(['/activity']));
  });

  it('include every metric that rules and dashboards query', () => {
    const exported = new Set([...scrapes.values()].flatMap((scrape) => [...scrape.keys()]));
    const recorded = new Set(rules().flatMap(({ record }) => record ?? []));
    const asked = [...rules().map(({ alert, record, expr }) => ({ panel: alert ?? record ?? '', expr })), ...dashboardQueries()];
    expect(asked.length).toBeGreaterThan(60);
    const missing = asked.flatMap(({ panel, expr }) =>
      namesIn(expr)
        .filter((name) => !exported.has(name) && !exported.has(name.replace(PART, '')) && !recorded.has(name))
        .map((name) => `${panel}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it.each(SERVICES)('of %s include each counter that is queried for its increase before it first counts', (service) => {
    const queries = [...rules(), ...dashboardQueries()].map(({ expr }) => expr);
    const counters = queries.flatMap((expr) => Array.from(expr.matchAll(/\bincrease\((\w+)/g), ([, name = '']) => name));
    expect(counters.length).toBeGreaterThan(8);
    const scrape = scrapes.get(service);
    // The data service relays nothing.
    const own = counters.filter((name) => service !== 'data' || !name.startsWith('foretell_relay_'));
    expect(own.filter((name) => scrape?.get(name)?.series === 0)).toEqual([]);
    const outcomes = [...(scrape?.get('foretell_ops_commands_total')?.values ?? [])];
    expect(outcomes).toEqual(expect.arrayContaining(['done', 'refused', 'failed', 'not_permitted']));
  });

  it('have a runbook for each alert, and for nothing else', () => {
    expect([...runbookHeadings()].sort()).toEqual(
      rules()
        .flatMap(({ alert }) => alert ?? [])
        .sort(),
    );
  });
});

/** Uses every feature once: trades, a forwarded order, refusals, cached reads, an operator's command. */
async function live(world: World, replica: ServiceProcess): Promise<void> {
  const market = await openMarket(world);
  const [alice, bob] = [await world.trader(), await world.trader()];
  await alice.place([limit(market, 'BUY', 0, 10, 60)]);
  await bob.place([limit(market, 'BUY', 1, 10, 40), limit(market, 'SELL', 1, 1_000, 90)]);
  await alice.place([limit(market, 'BUY', 0, 10, 30)]);
  await fetch(`${world.clob.url}/book?token_id=${market.tokenIds[0]}`);
  await fetch(`${replica.url}/orders`, { method: 'POST', body: '[]' });
  await fetch(`${world.clob.url}/orders`, { method: 'POST', body: '[]' });
  for (let turn = 0; turn < 3; turn += 1) await fetch(`${world.gamma.url}/events?limit=2`);
  await fetch(`${world.gamma.url}/nowhere/0x1234567890`);
  await eventually('the trade is in the activity', async () => {
    const items = await world.records.activity({ user: alice.wallet.address });
    return items.length > 0;
  });
  await world.opsJson('doctor');
}
