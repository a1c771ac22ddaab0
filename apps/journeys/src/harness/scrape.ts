/** One metric of a process, in Prometheus' text format. */
export interface ScrapedMetric {
  readonly type: string;
  readonly labels: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  /** Number of its series. */
  readonly series: number;
}

export type Scrape = ReadonlyMap<string, ScrapedMetric>;

interface Batched {
  type: string;
  labels: Set<string>;
  values: Set<string>;
  series: number;
}

/** The metrics of a process at /metrics, by name; a histogram's parts are separate metrics. */
export async function scrapeOf(url: string): Promise<Scrape> {
  const metrics = new Map<string, Batched>();
  for (const line of await linesOf(url)) {
    const [, named, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (named !== undefined) metrics.set(named, { type: type ?? '', labels: new Set(), values: new Set(), series: 0 });
    const [, name, labels = ''] = /^([a-z]\w*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    const metric = name === undefined ? undefined : (metrics.get(name) ?? metrics.get(name.replace(PART, '')));
    if (metric === undefined) continue;
    metric.series += 1;
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      if (label === 'le' || label === 'quantile') continue;
      metric.labels.add(label);
      metric.values.add(value);
    }
  }
  return metrics;
}

/** The suffixes that Prometheus adds to a histogram's name. */
export const PART = /_(?:bucket|sum|count)$/;

/** Values of metrics without labels, in the order of their names; 0 for a missing one. */
export async function valuesIn(url: string, names: readonly string[]): Promise<readonly number[]> {
  const lines = await linesOf(url);
  return names.map((name) => Number(lines.find((each) => each.startsWith(`${name} `))?.slice(name.length + 1) ?? 0));
}

/** Value of a metric without labels; undefined for a missing one. */
export async function valueIn(url: string, name: string): Promise<number | undefined> {
  const line = (await linesOf(url)).find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

async function linesOf(url: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/metrics`);
  if (!response.ok) throw new Error(`${url}/metrics returns ${response.status}`);
  return (await response.text()).split('\n');
}
