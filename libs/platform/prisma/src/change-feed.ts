import { setTimeout as after } from 'node:timers/promises';
import { Client } from 'pg';
import { INT8_AS_NUMBER } from './int8';

/** Who keeps rows of a table in memory. */
export interface ChangeListener {
  /** Nothing is known of what changed until now: read what is kept anew. */
  reload(): Promise<void>;
  /** The row of this key was changed, made or deleted, by whomever. */
  changed(key: string): void;
}

export interface ChangeFeedOptions {
  readonly url: string;
  readonly applicationName: string;
  /** The channel on which triggers say `<table> <key>`. */
  readonly channel: string;
  /** Hears once of each time that the feed is lost. */
  readonly onLost: (cause: unknown) => void;
  /** Hears of each notice that its listener refused. */
  readonly onUnreadable: (cause: unknown) => void;
}

const PROVE_MILLIS = 250;
/** How old a change made elsewhere can be at most that is not known here while the feed counts as current. */
const CURRENT_MILLIS = 1_000;
const RETRY_MILLIS = 250;
const ANSWER_MILLIS = 5_000;

/**
 * What PostgreSQL tells of changed rows (LISTEN), on a session of its own. Notices come before the answer to a question that was
 * asked after them; so a question every quarter of a second proves that none is outstanding, and when it goes unanswered for a
 * second, what is kept in memory is not trusted until the feed is back and everything is read anew.
 */
export class ChangeFeed {
  private readonly listeners = new Map<string, ChangeListener>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private provedAt = -Infinity;

  constructor(private readonly options: ChangeFeedOptions) {}

  /** Before the start. */
  listen(table: string, listener: ChangeListener): void {
    this.listeners.set(table, listener);
  }

  /** Whether the listeners know of every change that was committed more than a second ago. */
  isCurrent(): boolean {
    return performance.now() - this.provedAt < CURRENT_MILLIS;
  }

  /** Resolves when what was committed before is known to every process: it was told, or knows that it is not current. */
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

  /** Until the session ends or the feed is stopped. */
  private async follow(onCurrent: () => void): Promise<void> {
    const { url, applicationName, channel } = this.options;
    const client = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: ANSWER_MILLIS,
      query_timeout: ANSWER_MILLIS,
      types: INT8_AS_NUMBER,
    });
    // The question under way is rejected with the same cause.
    client.on('error', () => undefined);
    client.on('notification', ({ payload = '' }) => this.hear(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      await Promise.all([...this.listeners.values()].map((listener) => listener.reload()));
      while (!this.stopping.signal.aborted) {
        const askedAt = performance.now();
        await client.query('select 1');
        this.provedAt = askedAt;
        onCurrent();
        await pause(PROVE_MILLIS, this.stopping.signal);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Every role of the database may send a notice: one that a listener cannot read is of no row that it keeps. */
  private hear(payload: string): void {
    const end = payload.indexOf(' ');
    try {
      this.listeners.get(payload.slice(0, end))?.changed(payload.slice(end + 1));
    } catch (cause) {
      this.options.onUnreadable(cause);
    }
  }
}

/** Also ends when the feed is stopped, and keeps no process alive. */
function pause(millis: number, signal: AbortSignal): Promise<void> {
  return after(millis, undefined, { signal, ref: false }).catch(() => undefined);
}
