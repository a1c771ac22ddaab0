import { Logger } from '@nestjs/common';
import type { ExchangeRules } from '@foretell/exchange';
import { pause } from '@foretell/platform-server';
import type { RecordHead } from '../journal/batch';
import { decodeChanges } from '../journal/changes.codec';
import { rebuildFrom, requireSame } from '../recovery';
import type { FollowedRecord, JournalPage } from './follow.query';
import type { CommittedViews } from '../committed-views';
import { FollowedState } from './followed-state';

export interface FollowerOptions {
  /** Read completely, and many times a second, through a pool that readers cannot exhaust. */
  readonly record: FollowedRecord;
  readonly rules: ExchangeRules;
  readonly views: CommittedViews;
  readonly monotonic: () => number;
  /** Polling interval when caught up; default FOLLOW_MILLIS. */
  readonly followMillis?: number;
  /** Reloads what the journal does not carry, together with the tables. */
  reload(): Promise<void>;
}

const FOLLOW_MILLIS = 20;
const RETRY_MILLIS = 500;

/**
 * Keeps the committed state of a non-writing process up to date: loads it from the tables, then applies the rows that the journal
 * holds of each commit, in order and without a gap. Gaps caused by falling behind are detected by commit numbers; then everything
 * is reloaded. Source: docs/decisions/replicas.md.
 */
export class Follower {
  private readonly logger = new Logger(Follower.name);
  private stopping = new AbortController();
  private followed: FollowedState | null = null;
  /** The newest commit that the views of this process have shown. */
  private shownTo = 0;
  private knownEpoch: number | null = null;
  private followedAt = -Infinity;
  private running: Promise<void> = Promise.resolve();
  /** A pass that has not begun: concurrent callers share it. */
  private next: Promise<void> | null = null;
  private passing: Promise<void> = Promise.resolve();
  private firstFault: unknown = null;
  private handedOver = false;

  constructor(private readonly options: FollowerOptions) {}

  /** Null until it is loaded, and while it is reloaded. */
  get state(): FollowedState | null {
    return this.followed;
  }

  /**
   * The state belongs to the lease holder: it is no longer compared with the journal, and this process's own commits are not
   * applied to it twice.
   */
  get isHandedOver(): boolean {
    return this.handedOver;
  }

  /** Epoch of the process that may commit; null while unknown. */
  epoch(): number | null {
    return this.knownEpoch;
  }

  /** Time since the state was last seen at the journal's end. */
  ageMillis(): number {
    return this.options.monotonic() - this.followedAt;
  }

  start(): void {
    this.running = this.run();
  }

  /**
   * Resolves when the state holds every commit that was acknowledged before the call. Resolves immediately, without comparing,
   * when the state was handed over: see isHandedOver.
   */
  caughtUp(): Promise<void> {
    if (this.next !== null) return this.next;
    const next = this.passing.then(() => {
      this.next = null;
      return this.pass();
    });
    this.next = next;
    // The chain continues whatever the outcome of a pass; its caller gets the error.
    this.passing = next.catch(() => undefined);
    return next;
  }

  /** Stops following; the loaded state stays. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.passing;
  }

  /**
   * For the holder of the lease, when no other process can commit any more. Follows to the journal's end and stops there unless
   * `resume` is called: the state then belongs to the caller. Throws when the state cannot be loaded, or differs from the state
   * of the last commit.
   */
  async finish(): Promise<FollowedState> {
    await this.stop();
    await this.caughtUp();
    const state = this.followed;
    if (state === null) throw new Error('the state was not loaded');
    requireSame(state.head.stateHash, state.head, await this.options.record.end());
    this.handedOver = true;
    // A pass that has begun to read would see the new writer's commits.
    await this.passing;
    return state;
  }

  /** After `finish`, when the take-over failed: the state is unchanged, and following continues. */
  resume(): void {
    this.handedOver = false;
    this.stopping = new AbortController();
    this.start();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const { followMillis = FOLLOW_MILLIS } = this.options;
    while (!signal.aborted) {
      const fault = await this.caughtUp().then(
        () => null,
        (cause: unknown) => cause,
      );
      if (fault !== null && this.firstFault === null) this.logger.error({ msg: 'the journal is not followed', err: fault });
      this.firstFault = fault;
      await pause(fault === null ? followMillis : RETRY_MILLIS, signal);
    }
  }

  private async pass(): Promise<void> {
    if (this.handedOver) return;
    try {
      const state = this.followed ?? (await this.load());
      await this.advance(state).finally(() => (this.shownTo = state.head.commitNumber));
    } catch (error) {
      // Any other error may leave half a commit applied. A lost database connection does not.
      if (!(error instanceof RecordAway)) this.followed = null;
      // What was shown is no longer part of the record.
      if (error instanceof RecordWentBack) this.shownTo = 0;
      throw error;
    }
  }

  private async load(): Promise<FollowedState> {
    const { record, rules, views } = this.options;
    const recovered = await rebuildFrom(record, rules);
    requireSame(recovered.stateHash, recovered.head, recovered.head);
    await this.requireNotOlder(recovered.head);
    await this.options.reload();
    this.followed = new FollowedState(recovered, await record.listings(), views);
    return this.followed;
  }

  /**
   * The tables may be behind the journal that was followed, and reloading would take readers back in time. Waits for the tables,
   * unless the record itself went back.
   */
  private async requireNotOlder({ commitNumber }: RecordHead): Promise<void> {
    const { shownTo } = this;
    if (commitNumber >= shownTo || (await this.options.record.end()).commitNumber < shownTo) return;
    throw new Error(`the tables are at commit ${commitNumber}, and commit ${shownTo} was shown: they are waited for`);
  }

  private async advance(state: FollowedState): Promise<void> {
    for (;;) {
      const askedAt = this.options.monotonic();
      const { commitNumber } = state.head;
      const page = await this.options.record.page(commitNumber).catch((cause: unknown) => {
        throw new RecordAway('the journal could not be read', { cause });
      });
      this.knownEpoch = page.epoch;
      requireNotBefore(page, state);
      this.options.views.begin(page.lineage);
      for (const { bytes } of page.commits) state.follow(decodeChanges(bytes));
      if (state.head.commitNumber >= page.end) {
        requireRecordOf(state, page);
        this.followedAt = askedAt;
        return;
      }
      if (page.commits.length === 0)
        throw new Error(`the journal no longer holds what follows commit ${commitNumber}: too much time has passed`);
    }
  }
}

class RecordAway extends Error {}
class RecordWentBack extends Error {}

/** Throws when the record's end has another state than the one followed to that point. */
function requireRecordOf({ head }: FollowedState, { stateHash }: JournalPage): void {
  try {
    requireSame(head.stateHash, head, { ...head, stateHash });
  } catch (cause) {
    throw new RecordWentBack('the record has another state than was followed: it went back, and is read again', { cause });
  }
}

/** Throws when the record ends before the followed state: a state that the record does not hold is not caught up. */
function requireNotBefore({ end }: JournalPage, { head: { commitNumber } }: FollowedState): void {
  if (end >= commitNumber) return;
  throw new RecordWentBack(
    `the record ends at commit ${end} and was followed to commit ${commitNumber}: it went back, and is read again`,
  );
}
