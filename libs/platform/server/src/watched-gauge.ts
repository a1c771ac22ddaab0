import { Gauge } from 'prom-client';
import { metricsRegistry } from './metrics';
import { valueWithin } from './within';

/** Longer than a healthy response takes and shorter than a scrape waits: a hanging read must not hide the other metrics. */
const READ_MILLIS = 2_000;

export interface WatchedGauge {
  readonly name: string;
  readonly help: string;
  /** The same label names for every gauge of the metric, with values from a closed list. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** The reading at a scrape; null for one that does not apply now and is omitted. A rejection gives NaN. */
type Read = () => number | null | Promise<number | null>;

const watched = new Map<string, Map<string, { readonly labels: Readonly<Record<string, string>>; readonly read: Read }>>();

/**
 * A gauge that is read when it is scraped. For equal name and labels the newest is read: a process has one of each, only tests
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
  return [{ ...labels }, await valueWithin(READ_MILLIS, Promise.resolve().then(read), () => NaN)];
}

/** The end of a sequence and a follower's position in it. */
export interface Progress {
  readonly end: number;
  readonly reached: number;
}

export function behindBy({ end, reached }: Progress): number {
  return Math.max(0, end - reached);
}

/** Maximum ends that were seen and not reached yet; more are not needed, as the oldest gives the age. */
const SEEN_MAX = 1_000;

/**
 * For how long a follower has not reached an end that existed, to the interval between two checks. Neither side needs to publish
 * a time. A follower that is busy but catches up within an interval has a lag of zero seconds.
 */
export class LagAge {
  private readonly seen: { readonly end: number; readonly at: number }[] = [];

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  /** Checks, and returns the seconds. */
  secondsOf({ end, reached }: Progress): number {
    const now = this.monotonic();
    // An end that went back, after a restore, is no longer waited for.
    while (this.seen[0] !== undefined && (this.seen[0].end <= reached || this.seen[0].end > end)) this.seen.shift();
    const last = this.seen.at(-1);
    if (end > reached && (last === undefined || last.end < end) && this.seen.length < SEEN_MAX) this.seen.push({ end, at: now });
    const [oldest] = this.seen;
    return oldest === undefined ? 0 : (now - oldest.at) / 1_000;
  }
}

/**
 * A lag in events and in seconds, both from one reading at a scrape. `look` returns null when nothing follows in this process.
 */
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
