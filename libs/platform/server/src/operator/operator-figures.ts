import type { OperatorLag, OperatorRefusals, OperatorTotal } from '@foretell/contracts';
import { metricsRegistry } from '../metrics';

/** One value of a metric, with its labels. `part` is the full name: a histogram has `…_sum` and `…_count`. */
interface Sample {
  readonly part: string;
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
}

interface Lagging {
  readonly name: OperatorLag['name'];
  readonly behind: string | null;
  readonly seconds: string;
}

const LAGS: readonly Lagging[] = [
  { name: 'writer', behind: 'foretell_engine_queue_depth', seconds: 'foretell_engine_queue_seconds' },
  { name: 'recorder', behind: 'foretell_recorder_lag_commits', seconds: 'foretell_recorder_lag_seconds' },
  { name: 'follower', behind: null, seconds: 'foretell_follower_lag_seconds' },
  { name: 'relay', behind: 'foretell_relay_lag_facts', seconds: 'foretell_relay_lag_seconds' },
  { name: 'ingest', behind: 'foretell_ingest_lag_facts', seconds: 'foretell_ingest_lag_seconds' },
];

const TOTALS: readonly (readonly [name: OperatorTotal['name'], metric: string, suffix: string])[] = [
  ['requests', 'foretell_http_request_seconds', '_count'],
  ['orders', 'foretell_orders_total', ''],
  ['trades', 'foretell_trades_total', ''],
  ['commits', 'foretell_commit_seconds', '_count'],
  ['events-emitted', 'foretell_facts_total', ''],
  ['events-published', 'foretell_relay_facts_total', ''],
  ['events-applied', 'foretell_ingest_facts_total', ''],
];

const REFUSALS = [
  ['request', 'foretell_refusals_total', 'code'],
  ['order', 'foretell_orders_total', 'outcome'],
  ['limit', 'foretell_limit_refusals_total', 'limit'],
] as const;
/** Outcomes of an order that are not refusals. */
const PLACED = new Set(['live', 'matched', 'delayed', 'unmatched']);
/** Codes are a closed list; this bounds the response for its reader. */
const REFUSALS_MAX = 100;

/** The lags that this process measures. */
export async function lagsNow(): Promise<OperatorLag[]> {
  const all = await Promise.all(
    LAGS.map(async ({ name, behind, seconds }) => {
      const [counts, ages] = await Promise.all([behind === null ? [] : samples(behind), samples(seconds)]);
      const sources = new Set([...counts, ...ages].map(({ labels }) => String(labels['source'] ?? '')));
      return [...sources].map((source) => ({
        name,
        source,
        behind: known(of(counts, source)),
        seconds: known(of(ages, source)),
      }));
    }),
  );
  return all.flat();
}

export async function totalsNow(): Promise<OperatorTotal[]> {
  const all = await Promise.all(
    TOTALS.map(async ([name, metric, suffix]) => {
      const counted = (await samples(metric)).filter(({ part }) => part === metric + suffix);
      if (counted.length === 0) return [];
      return [{ name, total: counted.reduce((sum, { value }) => sum + value, 0) }];
    }),
  );
  return all.flat();
}

/** Most frequent first. */
export async function refusalsNow(): Promise<OperatorRefusals[]> {
  const all = await Promise.all(
    REFUSALS.map(async ([of, metric, label]) => {
      const totals = new Map<string, number>();
      for (const { labels, value } of await samples(metric)) {
        const code = String(labels[label] ?? '');
        if (of !== 'order' || !PLACED.has(code)) totals.set(code, (totals.get(code) ?? 0) + value);
      }
      return Array.from(totals, ([code, total]) => ({ of, code, total }));
    }),
  );
  return all
    .flat()
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, REFUSALS_MAX);
}

/** Empty for a metric that this service does not have. */
async function samples(metric: string): Promise<readonly Sample[]> {
  const read = await metricsRegistry.getSingleMetric(metric)?.get();
  return (read?.values ?? []).map((sample) => {
    const part = 'metricName' in sample && typeof sample.metricName === 'string' ? sample.metricName : metric;
    return { part, value: sample.value, labels: sample.labels };
  });
}

function of(all: readonly Sample[], source: string): number | undefined {
  return all.find(({ labels }) => String(labels['source'] ?? '') === source)?.value;
}

/** A failed reading is not a number. */
function known(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value;
}
