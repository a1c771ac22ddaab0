import { isForGood } from './service-error';

/** The state of an address. The same object until it changes. */
export interface Resource<T> {
  /** The last response; undefined before the first. */
  readonly data: T | undefined;
  /** Why the last attempt failed, else null. With data, that data is stale. */
  readonly error: Error | null;
}

interface Entry {
  resource: Resource<unknown>;
  readonly readers: Map<() => void, number>;
  isAsking: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last request, milliseconds of the clock. */
  askedAt: number;
}

const UNKNOWN: Resource<never> = { data: undefined, error: null };
/** Maximum of cached responses without readers, for navigating back. */
const IDLE_MAX = 100;
/** How long a response counts as fresh, for readers that do not refresh it. */
const FRESH_MILLIS = 5_000;
/** A failed request is retried with growing delays until it succeeds. */
const RETRY_MILLIS_MIN = 1_000;
const RETRY_MILLIS_MAX = 30_000;

/**
 * Responses by address. Each is requested once for all its readers and refreshed at their shortest interval. Data stays when a
 * later attempt fails, together with the error.
 */
export class ResourceStore {
  private readonly entries = new Map<string, Entry>();
  private readonly failures = new Map<string, number>();

  constructor(
    private readonly read: (address: string) => Promise<unknown>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The current state. */
  known(address: string): Resource<unknown> {
    return this.entries.get(address)?.resource ?? UNKNOWN;
  }

  /** Notifies `reader` of every change until the returned function is called. Refreshes every `refreshMillis`, 0 for never. */
  follow(address: string, refreshMillis: number, reader: () => void): () => void {
    const entry = this.entryOf(address);
    entry.readers.set(reader, refreshMillis);
    const isOld = entry.resource.data === undefined || this.now() - entry.askedAt > Math.max(refreshMillis, FRESH_MILLIS);
    if (isOld) this.ask(address);
    else this.schedule(address, entry);
    return () => {
      entry.readers.delete(reader);
      if (entry.readers.size > 0) return;
      clearTimeout(entry.timer);
      this.forgetIdle();
    };
  }

  /** Sends a request, unless one is pending. */
  ask(address: string): void {
    const entry = this.entryOf(address);
    if (entry.isAsking) return;
    clearTimeout(entry.timer);
    entry.isAsking = true;
    entry.askedAt = this.now();
    this.read(address).then(
      (data) => this.settle(address, entry, { data, error: null }),
      (error: unknown) => {
        const fault = error instanceof Error ? error : new Error(String(error));
        this.settle(address, entry, { data: entry.resource.data, error: fault });
      },
    );
  }

  /** Refreshes everything that has readers: after the page was hidden, or the network was lost. */
  askAll(): void {
    for (const [address, { readers }] of this.entries) if (readers.size > 0) this.ask(address);
  }

  private settle(address: string, entry: Entry, resource: Resource<unknown>): void {
    entry.isAsking = false;
    entry.resource = resource;
    this.failures.set(address, resource.error === null ? 0 : (this.failures.get(address) ?? 0) + 1);
    if (entry.readers.size > 0) this.schedule(address, entry);
    [...entry.readers.keys()].forEach((reader) => reader());
  }

  private schedule(address: string, entry: Entry): void {
    clearTimeout(entry.timer);
    const wait = this.waitMillis(address, entry);
    if (wait > 0) entry.timer = setTimeout(() => this.ask(address), wait);
  }

  /** Milliseconds until the next request; 0 for never. */
  private waitMillis(address: string, entry: Entry): number {
    const intervals = [...entry.readers.values()].filter((millis) => millis > 0);
    const eager = intervals.length === 0 ? 0 : Math.min(...intervals);
    const failures = this.failures.get(address) ?? 0;
    if (failures === 0 || isForGood(entry.resource.error)) return failures === 0 ? eager : 0;
    // A rarely refreshed address is retried early, too.
    return Math.max(Math.min(eager, FRESH_MILLIS), Math.min(RETRY_MILLIS_MIN * 2 ** (failures - 1), RETRY_MILLIS_MAX));
  }

  private entryOf(address: string): Entry {
    const known = this.entries.get(address);
    if (known !== undefined) return known;
    const entry: Entry = { resource: UNKNOWN, readers: new Map(), isAsking: false, timer: undefined, askedAt: -Infinity };
    this.entries.set(address, entry);
    return entry;
  }

  private forgetIdle(): void {
    const idle = [...this.entries].filter(([, { readers, isAsking }]) => readers.size === 0 && !isAsking);
    for (const [address] of idle.slice(0, Math.max(0, idle.length - IDLE_MAX))) {
      this.entries.delete(address);
      this.failures.delete(address);
    }
  }
}
