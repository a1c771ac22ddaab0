import { DEADLINES, withSettings } from '@foretell/platform-prisma';
import { pause } from '@foretell/platform-server';
import { Client } from 'pg';
import { raiseEpoch } from './epoch.query';
import type { ServerClock } from './server-clock';

/** The advisory lock's key: one writer per database. */
export const WRITER_LOCK = 0x666f7265; // "fore"
/** How often a waiting process asks for the lock. */
const ASK_MILLIS = 250;
/** How often the holder shows that it is alive. */
const BEAT_MILLIS = 250;
/** Held, shared, by each who waits for the lease and would reach the other replicas over NATS. */
export const WILLING_LOCK = 0x666f7266;
/** A beat that is not answered for so long ends the writer: it cannot commit either. */
const ANSWER_MILLIS = 5_000;
/** Connecting, and taking over, which waits for a commit under way. */
const TAKING_MILLIS = 15_000;
/** Names the sessions that show by beats that they are alive; one of an earlier version shows nothing and is left alone. */
export const BEATING = 'foretell-clob-lease-beating';
/** Where the sessions that write are named in pg_stat_activity. */
export const WRITER_APPLICATION = 'foretell-clob-writer';
export const RECORDER_APPLICATION = 'foretell-clob-recorder';

export interface LeaseOptions {
  readonly url: string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called once when the session ends by itself or is not answered any more: the process must then stop. */
  readonly onLost: (cause: unknown) => void;
  /** A holder that was silent for so long is asleep, or cut off: who waits ends its session. By the server's clock alone. */
  readonly silenceMillis: number;
  /** See ANSWER_MILLIS, which it is unless given. */
  readonly answerMillis?: number;
  readonly reach: Reach;
  /** Compared with PostgreSQL's before each attempt and with each beat. */
  readonly clock: ServerClock;
  /** Called each time that the lease was asked for and is another's: PostgreSQL answers. */
  readonly onWaiting?: () => void;
  /** Called once when this process holds the lease, is cut off from the other replicas, and one of them would be better. */
  readonly onBetter: () => void;
}

/** How this process stands to NATS, over which the other replicas hand their commands to the writer. */
export interface Reach {
  isReached(): boolean;
  /** Whether NATS was not reached for so long that another one should write, if there is one that reaches it. */
  isCutOff(): boolean;
}

/** The session of the lease is gone. */
export class LeaseLost extends Error {}

/** The right to write, as long as the session that holds it lives. */
export interface Lease {
  readonly epoch: number;
  /** Gives the right back, so that a waiting replica takes over at once. */
  release(): Promise<void>;
}

/**
 * Waits until this process is the single writer. The lease is a session lock of PostgreSQL: it ends with the session, so a
 * killed writer is replaced at once. A session whose process sleeps lives on, so the holder beats, and who waits ends the session
 * of one that has stopped. Who does not reach NATS leaves the lock to those who do, and takes it when nobody does. What makes a
 * woken or partitioned old writer harmless is the epoch, which taking the lease raises: see raiseEpoch. Null when the signal was
 * aborted first; rejects when PostgreSQL does not answer. Source: docs/decisions/single-writer.md.
 */
export async function acquireLease(options: LeaseOptions): Promise<Lease | null> {
  const { signal } = options;
  const session = new LeaseSession(options);
  try {
    await session.connect();
    while (!signal.aborted) {
      if (await session.tryLock()) return await session.take();
      options.onWaiting?.();
      await pause(ASK_MILLIS, signal);
    }
  } catch (cause) {
    session.destroy();
    throw cause;
  }
  await session.release();
  return null;
}

class LeaseSession {
  private readonly client: Client;
  private readonly ended = new AbortController();
  private readonly answerMillis: number;
  private readonly silenceMillis: number;
  private readonly onLost: (cause: unknown) => void;
  private readonly onBetter: () => void;
  private readonly reach: Reach;
  private readonly clock: ServerClock;
  private isHeld = false;
  private isWilling = false;
  private hasFoundBetter = false;

  constructor({ url, onLost, onBetter, reach, clock, silenceMillis, answerMillis = ANSWER_MILLIS }: LeaseOptions) {
    this.onLost = onLost;
    this.onBetter = onBetter;
    this.reach = reach;
    this.clock = clock;
    this.silenceMillis = silenceMillis;
    this.answerMillis = answerMillis;
    this.client = new Client({
      connectionString: withSettings(url, DEADLINES),
      application_name: BEATING,
      connectionTimeoutMillis: answerMillis,
      query_timeout: TAKING_MILLIS,
      keepAlive: true,
    });
    this.client.on('error', (cause) => this.lost(cause));
    this.client.on('end', () => this.lost(new LeaseLost('the lease session has ended')));
  }

  async connect(): Promise<void> {
    await this.client.connect();
  }

  /**
   * Ends the session of a holder that is silent, and takes the lock if it is free, the time of this process is right, and nobody
   * else should have it.
   */
  async tryLock(): Promise<boolean> {
    await this.client.query(END_SILENT, [BEATING, WRITER_LOCK, this.silenceMillis]);
    await this.clock.compareWall(() => this.serverTime());
    const isRight = this.clock.fault() === null;
    await this.beWilling(isRight && this.reach.isReached());
    if (!isRight) return false;
    if (!this.isWilling && (await this.isSomebodyWilling())) return false;
    const { rows } = await this.client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [WRITER_LOCK]);
    return rows[0]?.locked === true;
  }

  /** With the lock held: ends whatever the writer before left behind, and raises the epoch. */
  async take(): Promise<Lease> {
    this.clock.begin();
    await this.requireTime();
    await this.client.query(END_WRITERS, [[WRITER_APPLICATION, RECORDER_APPLICATION]]);
    const epoch = await raiseEpoch(this.client);
    await this.beWilling(false);
    this.isHeld = true;
    void this.beat();
    return { epoch, release: () => this.release() };
  }

  async release(): Promise<void> {
    this.isHeld = false;
    this.ended.abort();
    // A server that is gone does not say goodbye.
    const gone = new AbortController();
    void this.client.end().finally(() => gone.abort());
    await pause(this.answerMillis, gone.signal);
  }

  destroy(): void {
    this.release().catch(() => undefined);
  }

  private async beat(): Promise<void> {
    for (;;) {
      await pause(BEAT_MILLIS, this.ended.signal);
      if (!this.isHeld) return;
      const late = setTimeout(
        () => this.lost(new LeaseLost(`PostgreSQL has not answered the lease for ${this.answerMillis} ms`)),
        this.answerMillis,
      );
      await this.look().catch((cause: unknown) => this.lost(cause));
      clearTimeout(late);
    }
  }

  private async look(): Promise<void> {
    await this.requireTime();
    if (this.hasFoundBetter || !this.reach.isCutOff() || !(await this.isSomebodyWilling())) return;
    this.hasFoundBetter = true;
    if (this.isHeld) this.onBetter();
  }

  private async requireTime(): Promise<void> {
    await this.clock.compareWriting(() => this.serverTime());
    const fault = this.clock.fault();
    if (fault !== null) throw new Error(fault);
  }

  private async serverTime(): Promise<number> {
    const { rows } = await this.client.query<{ millis: number }>(SERVER_TIME);
    const [row] = rows;
    if (row === undefined) throw new Error('a statement without FROM gives one row');
    return row.millis;
  }

  private async beWilling(isWilling: boolean): Promise<void> {
    if (isWilling === this.isWilling) return;
    await this.client.query(`select pg_advisory_${isWilling ? 'lock' : 'unlock'}_shared($1)`, [WILLING_LOCK]);
    this.isWilling = isWilling;
  }

  private async isSomebodyWilling(): Promise<boolean> {
    const { rows } = await this.client.query(WILLING, [BEATING, WILLING_LOCK, this.silenceMillis]);
    return rows.length > 0;
  }

  private lost(cause: unknown): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.ended.abort();
    this.onLost(cause);
  }
}

const SERVER_TIME = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as millis';

/** The sessions of processes that beat and hold a lock. */
const HOLDERS = `
  pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $2::oid and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())
    and a.application_name = $1`;

/** Whoever holds the lock and has said nothing for a while; the activity of other roles is not seen, and they are left alone. */
const END_SILENT = `select pg_terminate_backend(a.pid) from ${HOLDERS}
  and a.state = 'idle' and clock_timestamp() - a.state_change > $3 * interval '1 millisecond'`;

/** Another one that waits, reaches NATS and is awake. */
const WILLING = `select 1 from ${HOLDERS}
  and a.pid <> pg_backend_pid() and clock_timestamp() - a.state_change <= $3 * interval '1 millisecond' limit 1`;

/** The writing sessions of this role in this database: this process has not opened its own yet. */
const END_WRITERS = `
  select pg_terminate_backend(pid, 2000) from pg_stat_activity
  where datname = current_database() and usename = current_user and application_name = any($1::text[])`;
