import { DEADLINES, withSettings } from '@foretell/platform-prisma';
import { pause, within } from '@foretell/platform-server';
import { Client } from 'pg';
import { raiseEpoch } from './epoch.query';
import { BE_UNWILLING, BE_WILLING, END_SILENT, END_WRITERS, SERVER_TIME, TRY_LEASE, WILLING } from './lease-session.query';
import type { ServerClock } from './server-clock';

/** The advisory lock's key: one writer per database. */
export const WRITER_LOCK = 0x666f7265; // "fore"
/** Interval at which a waiting process tries the lock. */
const ASK_MILLIS = 250;
/** Heartbeat interval of the holder. */
const BEAT_MILLIS = 250;
/** Held, shared, by each process that waits for the lease and reaches the other replicas over NATS. */
export const WILLING_LOCK = 0x666f7266;
/** A heartbeat unanswered for this long ends the writer: it cannot commit either. */
const ANSWER_MILLIS = 5_000;
/** Timeout of connecting, and of taking over, which waits for a commit in flight. */
const TAKING_MILLIS = 15_000;
/** Application name of sessions that send heartbeats. Earlier versions send none and are left alone. */
export const BEATING = 'foretell-clob-lease-beating';
/** Application name of the writing sessions in pg_stat_activity. */
export const WRITER_APPLICATION = 'foretell-clob-writer';
export const PROJECTOR_APPLICATION = 'foretell-clob-recorder';

export interface LeaseOptions {
  readonly url: string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called once when the session ends unexpectedly or stops answering: the process must then stop. */
  readonly onLost: (cause: unknown) => void;
  /**
   * A holder silent for this long is suspended or cut off: a waiting process terminates its session. Measured by the server's
   * clock only.
   */
  readonly silenceMillis: number;
  /** Default ANSWER_MILLIS. */
  readonly answerMillis?: number;
  readonly reach: Reach;
  /** Compared with PostgreSQL's before each attempt and with each heartbeat. */
  readonly clock: ServerClock;
  /** Called each time the lock was tried and another process holds it: PostgreSQL answers. */
  readonly onWaiting?: () => void;
  /** Called once when this process holds the lease, is cut off from the other replicas, and a connected one waits. */
  readonly onBetter: () => void;
}

/** This process's connection to NATS, over which the other replicas forward commands to the writer. */
export interface Reach {
  isReached(): boolean;
  /** Whether NATS was unreachable for so long that a process that reaches it should write instead. */
  isCutOff(): boolean;
}

/** The session of the lease is gone. */
export class LeaseLost extends Error {}

/** The right to write, valid while the session that holds it lives. */
export interface Lease {
  readonly epoch: number;
  /** Releases the lock, so that a waiting replica takes over immediately. */
  release(): Promise<void>;
}

/**
 * Waits until this process is the single writer. The lease is a session lock of PostgreSQL: it ends with the session, so a killed
 * writer is replaced immediately. The session of a suspended process survives, so the holder sends heartbeats, and a waiting
 * process terminates a silent holder's session. A process that does not reach NATS leaves the lock to one that does, and takes it
 * when there is none. An old writer that resumes is fenced by the epoch, which taking the lease raises: see raiseEpoch.
 * Returns null when the signal was aborted first; rejects when PostgreSQL does not answer. Source:
 * docs/decisions/single-writer.md.
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
   * Terminates the session of a silent holder. Takes the lock if it is free, this process's time is right, and no other process
   * should have it.
   */
  async tryLock(): Promise<boolean> {
    await this.client.query({ ...END_SILENT, values: [BEATING, WRITER_LOCK, this.silenceMillis] });
    await this.clock.compareWall(() => this.serverTime());
    const isRight = this.clock.fault() === null;
    await this.beWilling(isRight && this.reach.isReached());
    if (!isRight) return false;
    if (!this.isWilling && (await this.isSomebodyWilling())) return false;
    const { rows } = await this.client.query<{ locked: boolean }>({ ...TRY_LEASE, values: [WRITER_LOCK] });
    return rows[0]?.locked === true;
  }

  /** With the lock held: terminates what the previous writer left behind, and raises the epoch. */
  async take(): Promise<Lease> {
    this.clock.begin();
    await this.requireTime();
    await this.client.query({ ...END_WRITERS, values: [[WRITER_APPLICATION, PROJECTOR_APPLICATION]] });
    const epoch = await raiseEpoch(this.client);
    await this.beWilling(false);
    this.isHeld = true;
    void this.beat();
    return { epoch, release: () => this.release() };
  }

  async release(): Promise<void> {
    this.isHeld = false;
    this.ended.abort();
    // A server that is gone does not close the connection.
    await within(this.answerMillis, this.client.end());
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
    const { rows } = await this.client.query<{ millis: number }>({ ...SERVER_TIME });
    const [row] = rows;
    if (row === undefined) throw new Error('a statement without FROM gives one row');
    return row.millis;
  }

  private async beWilling(isWilling: boolean): Promise<void> {
    if (isWilling === this.isWilling) return;
    await this.client.query({ ...(isWilling ? BE_WILLING : BE_UNWILLING), values: [WILLING_LOCK] });
    this.isWilling = isWilling;
  }

  private async isSomebodyWilling(): Promise<boolean> {
    const { rows } = await this.client.query({ ...WILLING, values: [BEATING, WILLING_LOCK, this.silenceMillis] });
    return rows.length > 0;
  }

  private lost(cause: unknown): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.ended.abort();
    this.onLost(cause);
  }
}
