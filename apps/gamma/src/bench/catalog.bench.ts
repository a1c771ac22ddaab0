import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EventListRequest, MarketListRequest, SearchRequest } from '@foretell/contracts';
import type { INestApplication } from '@nestjs/common';
import { createPool, type Pool } from '@foretell/platform-prisma';
import { baselineRateOf, loadOf, rateOf, type Measurement, type Rate } from '@foretell/testing';
import { searchPath, SEARCH_KINDS } from './searches';
import { syntheticEvents, type SyntheticSize } from './synthetic-catalog';
import { EventsQuery } from '../events/events.query';
import { readGammaConfig } from '../gamma.config';
import { ImportService } from '../import/import.service';
import { MarketsQuery } from '../markets/markets.query';
import { queryOf } from './query-of';
import { SearchIndex } from '../search/search-index';
import { SearchQuery } from '../search/search.query';
import { CatalogVersion } from '../cache/catalog-version';
import { createGammaService } from '../service';

export interface BenchOptions extends Partial<SyntheticSize> {
  /** A tenth of a real site's catalog. */
  readonly small?: boolean;
  /** Measures only names that contain this text; the import always runs. */
  readonly only?: string;
  /** The bench publishes nothing; the service only needs a server to wait for. */
  readonly natsUrl?: string;
  /** A migrated, empty database, which the bench fills. */
  readonly databaseUrl: string;
  readonly requests?: number;
}

const LANES = 8;
const REQUESTS = 2000;
const REQUESTS_ALONE = 40;
const BATCH_EVENTS = 45;
const FULL: SyntheticSize = { events: 20_000, marketsPerEvent: 5, tags: 5000 };
const SMALL: SyntheticSize = { events: 2000, marketsPerEvent: 5, tags: 500 };

/**
 * Measures the import, then each list, single resource and search. Baselines: a minimal server that sends the same bytes
 * (cached), and the same SQL by pg (cold).
 */
export async function bench(options: BenchOptions): Promise<Measurement[]> {
  const size = { ...(options.small === true ? SMALL : FULL), ...options };
  const common = { url: options.databaseUrl, poolMax: LANES, applicationName: 'bench', statementTimeoutSeconds: 600 };
  const pool = createPool(common, () => undefined);
  const nats = { NATS_URL: options.natsUrl, NATS_PREFIX: 'bench', SANDBOX: 'true' };
  const app = await createGammaService(
    readGammaConfig({ DATABASE_URL: options.databaseUrl, ...nats, LOG_LEVEL: 'silent', LIMITS: 'off' }),
  );
  try {
    const imported = await measureImport(app.get(ImportService), size);
    await pool.query('ANALYZE');
    await app.listen(0, '127.0.0.1');
    const measure = new Measure(await app.getUrl(), options.requests ?? REQUESTS);
    const only = options.only ?? '';
    return [
      imported,
      ...('search index'.includes(only) ? await searchIndex(app, pool) : []),
      ...('cached'.includes(only) ? await cachedLists(measure) : []),
      ...(await coldReads(measure, app, pool, size, only)),
      ...('search'.includes(only) ? await searchesAlone(measure) : []),
    ];
  } finally {
    await app.close();
    await pool.end();
  }
}

async function measureImport(service: ImportService, size: SyntheticSize): Promise<Measurement> {
  let rows: { place: string; row: unknown }[] = [];
  let underWay: Promise<unknown> = Promise.resolve();
  let waited = 0;
  // One batch is parsed while the previous one is written, as when several operators import.
  const send = async (): Promise<void> => {
    const startedAt = performance.now();
    const before = underWay;
    underWay = service.import({ shape: 'events', rows, sites: [] });
    rows = [];
    await before;
    waited += performance.now() - startedAt;
  };
  for (const row of syntheticEvents(size)) {
    rows.push({ place: 'bench', row });
    if (rows.length === BATCH_EVENTS) await send();
  }
  if (rows.length > 0) await send();
  const lastAt = performance.now();
  await underWay;
  const seconds = (waited + performance.now() - lastAt) / 1000;
  const markets = size.events * size.marketsPerEvent;
  return {
    name: `import of ${size.events} events with ${markets} markets`,
    unit: 'markets/s',
    value: Math.round(markets / seconds),
  };
}

class Measure {
  constructor(
    private readonly origin: string,
    readonly requests: number,
  ) {}

  over(path: (index: number) => string, { lanes, requests } = { lanes: LANES, requests: this.requests }): Promise<Rate> {
    return loadOf({ origin: this.origin, paths: Array.from({ length: requests }, (_, index) => path(index)), lanes });
  }

  /** A baseline server that sends only these bytes. */
  async bare(path: string): Promise<Rate> {
    const bytes = Buffer.from(await (await fetch(this.origin + path)).arrayBuffer());
    return baselineRateOf(() => bytes, this.requests, LANES);
  }

  /** A baseline server that runs only this statement. */
  baselineReading(work: (index: number) => Promise<unknown>): Promise<Rate> {
    return baselineRateOf(work, this.requests, LANES);
  }

  sql(work: (index: number) => Promise<unknown>): Promise<Rate> {
    return rateOf(this.requests, LANES, work);
  }
}

async function cachedLists(measure: Measure): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const path of ['/markets', '/events', '/series', '/tags', '/markets?limit=10', '/public-search?q=bitcoin']) {
    await measure.over(() => path);
    const { perSecond, p99Ms } = await measure.over(() => path);
    const limit = { name: 'a bare server with the same bytes', value: (await measure.bare(path)).perSecond };
    measurements.push({ name: `GET ${path}, cached`, unit: 'requests/s', value: perSecond, p99Ms, limit });
  }
  return measurements;
}

/** Measures what a start reads into memory. */
async function searchIndex(app: INestApplication, pool: Pool): Promise<Measurement[]> {
  await app.get(SearchIndex).current();
  const index = new SearchIndex(pool, app.get(CatalogVersion));
  const before = heapMegabytes();
  const startedAt = performance.now();
  await index.current();
  const seconds = (performance.now() - startedAt) / 1000;
  const megabytes = heapMegabytes() - before;
  const name = `search index of ${index.events.size} events and ${index.tags.size} tags`;
  return [
    { name: `${name}, read`, unit: 's', value: seconds },
    { name: `${name}, held`, unit: 'MB', value: megabytes },
  ];
}

/** The size of reachable objects. */
function heapMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Requests every address once, so that nothing comes from the cache. */
async function coldReads(
  measure: Measure,
  app: INestApplication,
  pool: Pool,
  size: SyntheticSize,
  only: string,
): Promise<Measurement[]> {
  const markets = new MarketsQuery(pool);
  const events = new EventsQuery(pool);
  const search = app.get(SearchQuery);
  const total = size.events * size.marketsPerEvent;
  const market = (index: number): number => 100_000 + ((index * 7919) % total);
  const event = (index: number): number => 1000 + ((index * 7919) % size.events);
  const filter = (index: number): string =>
    `/markets?limit=20&closed=false&tag_id=${(index % size.tags) + 1}&offset=${Math.floor(index / size.tags)}`;
  const newest = (index: number): string => `/events?limit=20&active=true&order=endDate&offset=${index}`;
  const deep = (index: number): string => `/markets?limit=100&offset=${Math.max(0, total - 200 - index)}`;
  const reads: readonly [name: string, path: (index: number) => string, sql: (index: number) => Promise<unknown>][] = [
    [
      'GET /markets/{id}',
      (index) => `/markets/${market(index)}`,
      (index) => markets.single({ by: 'id', value: market(index) }, undefined),
    ],
    [
      'GET /events/{id}',
      (index) => `/events/${event(index)}`,
      (index) => events.single({ by: 'id', value: event(index) }, undefined),
    ],
    ['GET /markets by tag and flag', filter, (index) => markets.list(queryOf(MarketListRequest, filter(index)))],
    ['GET /events by end date', newest, (index) => events.list(queryOf(EventListRequest, newest(index)))],
    ['GET /markets at the deepest offsets', deep, (index) => markets.list(queryOf(MarketListRequest, deep(index)))],
    ['GET /public-search', searchPath, (index) => search.search(queryOf(SearchRequest, searchPath(index)))],
  ];
  const measurements: Measurement[] = [];
  for (const [name, path, sql] of reads.filter(([each]) => each.includes(only))) {
    await measure.sql(sql);
    const limit = { name: 'the same SQL by pg', value: (await measure.sql(sql)).perSecond };
    const { perSecond, p99Ms } = await measure.over(path);
    measurements.push({ name: `${name}, cold`, unit: 'requests/s', value: perSecond, p99Ms, limit });
    measurements.push({
      name: '  a bare server with the same SQL',
      unit: 'requests/s',
      value: (await measure.baselineReading(sql)).perSecond,
      limit,
    });
  }
  return measurements;
}

/** Latency of each kind of search for a single user without other load. */
async function searchesAlone(measure: Measure): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [nth, kind] of SEARCH_KINDS.entries()) {
    // Continues where the mix of all kinds ended.
    const first = Math.ceil(measure.requests / SEARCH_KINDS.length) * SEARCH_KINDS.length + nth;
    const path = (index: number): string => searchPath(first + index * SEARCH_KINDS.length);
    const { perSecond, p99Ms } = await measure.over(path, { lanes: 1, requests: REQUESTS_ALONE });
    measurements.push({ name: `  a search for ${kind}, one caller`, unit: 'requests/s', value: perSecond, p99Ms });
  }
  return measurements;
}
