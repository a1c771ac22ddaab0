import { setTimeout as after } from 'node:timers/promises';
import { Client } from 'pg';
import { INT8_AS_NUMBER } from './int8';

/** Receives changes of a table whose rows it caches. */
export interface ChangeListener {
  /** Changes may have been missed: read the cached rows again. */
  reload(): Promise<void>;
  /** Any process changed, inserted or deleted the row of this key. */
  changed(key: string): void;
}

export interface ChangeFeedOptions {
  readonly url: string;
  readonly applicationName: string;
  /** The channel on which triggers notify `<table> <key>`. */
  readonly channel: string;
  /** Called once each time the feed is lost. */
  readonly onLost: (cause: unknown) => void;
  /** Called for each notification that its listener refused. */
  readonly onUnreadable: (cause: unknown) => void;
}

const PROVE_MILLIS = 250;
/** While the feed counts as current, a change by another process is received within this time. */
const CURRENT_MILLIS = 1_000;
const RETRY_MILLIS = 250;
const ANSWER_MILLIS = 5_000;

/**
 * PostgreSQL's notifications of changed rows (LISTEN), on a dedicated session. A notification precedes the response to any later
 * query. So a query every quarter of a second proves that none is outstanding. After a second without a response, cached rows are
 * not trusted until the feed is back and everything is read again.
 */
export class ChangeFeed {
  private readonly listeners = new Map<string, ChangeListener>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private provedAt = -Infinity;

  constructor(private readonly options: ChangeFeedOptions) {}

  /** Call it before the start. */
  listen(table: string, listener: ChangeListener): void {
    this.listeners.set(table, listener);
  }

  /** Whether the listeners have received every change committed more than a second ago. */
  isCurrent(): boolean {
    return performance.now() - this.provedAt < CURRENT_MILLIS;
  }

  /** Resolves when every process has received all changes committed before, or has noticed that it is not current. */
  async everywhere(): Promise<void> {
    await pause(CURRENT_MILLIS, this.stopping.signal);
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let isLost = false;
    while (!signal.aborted) {
      try {
        await this.follow(() => (isLost = false));
      } catch (cause) {
        if (!isLost) this.options.onLost(cause);
        isLost = true;
      }
      this.provedAt = -Infinity;
      await pause(RETRY_MILLIS, signal);
    }
  }

  /** Runs until the session ends or the feed is stopped. */
  private async follow(onCurrent: () => void): Promise<void> {
    const { url, applicationName, channel } = this.options;
    const client = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: ANSWER_MILLIS,
      query_timeout: ANSWER_MILLIS,
      types: INT8_AS_NUMBER,
    });
    // The pending query is rejected with the same cause.
    client.on('error', () => undefined);
    client.on('notification', ({ payload = '' }) => this.hear(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await Promise.all([...this.listeners.values()].map((listener) => listener.reload()));
      while (!this.stopping.signal.aborted) {
        const askedAt = performance.now();
        await client.query('SELECT 1');
        this.provedAt = askedAt;
        onCurrent();
        await pause(PROVE_MILLIS, this.stopping.signal);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Every role of the database may send a notification: one that a listener cannot parse concerns no row that it caches. */
  private hear(payload: string): void {
    const end = payload.indexOf(' ');
    try {
      this.listeners.get(payload.slice(0, end))?.changed(payload.slice(end + 1));
    } catch (cause) {
      this.options.onUnreadable(cause);
    }
  }
}

/** Ends early when the feed is stopped, and keeps no process alive. */
function pause(millis: number, signal: AbortSignal): Promise<void> {
  return after(millis, undefined, { signal, ref: false }).catch(() => undefined);
}
