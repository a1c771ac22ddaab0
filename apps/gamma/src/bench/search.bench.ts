import { createPool } from '@foretell/platform-prisma';
import type { Measurement } from '@foretell/testing';
import { SearchRequest } from '@foretell/contracts';
import { readGammaConfig } from '../gamma.config';
import { ImportService } from '../import/import.service';
import { SearchQuery } from '../search/search.query';
import { createGammaService } from '../service';
import { catalogOf, judgedCatalog } from './judged/judged-catalog';
import { JUDGED } from './judged/judged-queries';
import { judge, meanPrecision, meanReciprocalRank, type Verdict } from './judged/judgement';
import { queryOf } from './query-of';

interface BenchOptions {
  /** A migrated, empty database, which the bench fills. */
  readonly databaseUrl: string;
  /** The bench publishes nothing; the service only needs a server to wait for. */
  readonly natsUrl?: string;
  /** A folder with files of the public format, searched instead of the bench's own events. */
  readonly data?: string;
}

const SHOWN = 200;
const RANK_AIM = 0.9;
const PRECISION_AIM = 0.8;

/** Measures the rank of the right event for user queries: see judged/judged-queries.ts. Takes no timings; `catalog` does. */
export async function bench(options: BenchOptions): Promise<Measurement[]> {
  const pool = createPool({ url: options.databaseUrl, poolMax: 1, applicationName: 'bench' }, () => undefined);
  const nats = { NATS_URL: options.natsUrl, NATS_PREFIX: 'bench', SANDBOX: 'true' };
  const app = await createGammaService(
    readGammaConfig({ DATABASE_URL: options.databaseUrl, ...nats, LOG_LEVEL: 'silent', LIMITS: 'off' }),
  );
  try {
    await app.init();
    const batches = options.data === undefined ? [judgedCatalog()] : catalogOf(options.data);
    for (const batch of batches) await app.get(ImportService).import({ ...batch, sites: [] });
    const { rows } = await pool.query<{ title: string }>('SELECT title FROM gamma.events');
    return measurementsOf(
      await verdictsOf(
        app.get(SearchQuery),
        rows.map(({ title }) => title),
      ),
      rows.length,
    );
  } finally {
    await app.close();
    await pool.end();
  }
}

type Verdicts = ReadonlyMap<string, readonly Verdict[]>;

async function verdictsOf(search: SearchQuery, titles: readonly string[]): Promise<Verdicts> {
  const verdicts = new Map<string, Verdict[]>();
  for (const [habit, queries] of JUDGED) {
    for (const query of queries) {
      const request = queryOf(SearchRequest, `/public-search?limit_per_type=${SHOWN}&q=${encodeURIComponent(query.q)}`);
      const { events } = await search.search(request);
      const verdict = judge(
        query,
        events.map(({ title }) => title),
        titles,
      );
      if (verdict !== null) verdicts.set(habit, [...(verdicts.get(habit) ?? []), verdict]);
    }
  }
  return verdicts;
}

function measurementsOf(verdicts: Verdicts, events: number): Measurement[] {
  const all = [...verdicts.values()].flat();
  const rank = { unit: 'mean reciprocal rank', limit: { name: 'aim', value: RANK_AIM } };
  const precision = { unit: 'precision at 5', limit: { name: 'aim', value: PRECISION_AIM } };
  return [
    { name: `${all.length} queries over ${events} events`, value: meanReciprocalRank(all), ...rank },
    { name: `${all.length} queries over ${events} events`, value: meanPrecision(all), ...precision },
    ...[...verdicts].flatMap(([habit, each]) => [
      { name: `  ${habit}, ${each.length} queries`, value: meanReciprocalRank(each), unit: rank.unit },
      { name: `  ${habit}, ${each.length} queries`, value: meanPrecision(each), unit: precision.unit },
    ]),
    ...all
      .filter(({ place }) => place !== 1)
      .map(({ q, place }) => ({ name: `  not first: ${q}`, value: place ?? 0, unit: place === null ? 'not shown' : 'place' })),
  ];
}
