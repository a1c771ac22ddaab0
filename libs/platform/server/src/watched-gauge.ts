import { Gauge } from 'prom-client';
import { metricsRegistry } from './metrics';

/** Longer than a healthy answer takes and shorter than a scrape waits: what hangs must not hide everything else. */
const READ_MILLIS = 2_000;

export interface WatchedGauge {
  readonly name: string;
  readonly help: string;
  /** The same names wherever the metric is watched, with values out of a closed list. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** What is read at a scrape; null for what does not apply now and is left out. Where it rejects the value is NaN. */
type Read = () => number | null | Promise<number | null>;

const watched = new Map<string, Map<string, { readonly labels: Readonly<Record<string, string>>; readonly read: Read }>>();

/**
 * A gauge that is read when it is scraped. Of the same name and labels the newest is read: a process has one of each, only tests
 * have several.
 */
export function watchGauge({ name, help, labels = {} }: WatchedGauge, read: Read): void {
  const reads = watched.get(name) ?? new Map<string, { labels: Readonly<Record<string, string>>; read: Read }>();
  reads.set(Object.values(labels).join(' '), { labels, read });
  if (watched.has(name)) return;
  watched.set(name, reads);
  new Gauge({
    name,
    help,
    labelNames: Object.keys(labels),
    registers: [metricsRegistry],
    async collect() {
      this.reset();
      for (const [each, value] of await Promise.all([...reads.values()].map(valueOf))) {
        if (value === null) this.remove(each);
        else this.set(each, value);
      }
    },
  });
}

async function valueOf({
  labels,
  read,
}: {
  readonly labels: Readonly<Record<string, string>>;
  readonly read: Read;
}): Promise<[Record<string, string>, number | null]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(NaN), READ_MILLIS);
  });
  const value = await Promise.race([Promise.resolve().then(read), late]).catch(() => NaN);
  clearTimeout(timer);
  return [{ ...labels }, value];
}

/** How far something goes that another thing follows, both as sequences. */
export interface Progress {
  readonly end: number;
  readonly reached: number;
}

export function behindBy({ end, reached }: Progress): number {
  return Math.max(0, end - reached);
}

/** Ends that were seen and not reached yet; more need not be kept, as the oldest tells the age. */
const SEEN_MAX = 1_000;

/**
 * Since when a follower has not reached an end that was there, to the interval between two looks: neither of the two need tell a
 * time, and a follower that is busy but level within an interval is zero seconds late.
 */
export class LagAge {
  private readonly seen: { readonly end: number; readonly at: number }[] = [];

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  /** Looks, and gives the seconds. */
  secondsOf({ end, reached }: Progress): number {
    const now = this.monotonic();
    // An end that went back, after a restore, is no end to wait for.
    while (this.seen[0] !== undefined && (this.seen[0].end <= reached || this.seen[0].end > end)) this.seen.shift();
    const last = this.seen.at(-1);
    if (end > reached && (last === undefined || last.end < end) && this.seen.length < SEEN_MAX) this.seen.push({ end, at: now });
    const [oldest] = this.seen;
    return oldest === undefined ? 0 : (now - oldest.at) / 1_000;
  }
}

/** A lag in facts and in seconds, both of one look at a scrape. `look` gives null where nothing follows in this process. */
export function watchLag(
  of: { readonly facts: WatchedGauge; readonly seconds: WatchedGauge },
  look: () => Promise<Progress | null>,
): void {
  const age = new LagAge();
  let underWay: Promise<Progress | null> | null = null;
  const shared = (): Promise<Progress | null> => {
    underWay ??= look().finally(() => (underWay = null));
    return underWay;
  };
  watchGauge(of.facts, async () => {
    const progress = await shared();
    return progress === null ? null : behindBy(progress);
  });
  watchGauge(of.seconds, async () => {
    const progress = await shared();
    return progress === null ? null : age.secondsOf(progress);
  });
}
