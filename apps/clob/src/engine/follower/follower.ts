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
  /** Read whole, and many times a second: by a pool that no reader can keep waiting. */
  readonly record: FollowedRecord;
  readonly rules: ExchangeRules;
  readonly views: CommittedViews;
  readonly monotonic: () => number;
  /** How long it waits when it is level; FOLLOW_MILLIS unless given. */
  readonly followMillis?: number;
  /** Read anew with the tables: what the journal does not tell. */
  reload(): Promise<void>;
}

const FOLLOW_MILLIS = 20;
const RETRY_MILLIS = 500;

/**
 * Keeps the committed state of a process that does not write up to the journal: loads it from the tables, then applies the rows
 * that the journal keeps of each commit, in their order and without a gap. What was lost in between, because it took too long, is
 * found by the commits' numbers; then everything is loaded anew. Source: docs/decisions/replicas.md.
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
  /** A pass that has not begun: whoever asks meanwhile shares it. */
  private next: Promise<void> | null = null;
  private passing: Promise<void> = Promise.resolve();
  private firstFault: unknown = null;
  private handedOver = false;

  constructor(private readonly options: FollowerOptions) {}

  /** Null until it is loaded, and while it is loaded anew. */
  get state(): FollowedState | null {
    return this.followed;
  }

  /**
   * The state is the lease holder's: it is compared with the journal no more, and the commits of this process are not applied to
   * it a second time.
   */
  get isHandedOver(): boolean {
    return this.handedOver;
  }

  /** Of whoever may commit; null while that is not known. */
  epoch(): number | null {
    return this.knownEpoch;
  }

  /** Since the state was last seen to be at the journal's end. */
  ageMillis(): number {
    return this.options.monotonic() - this.followedAt;
  }

  start(): void {
    this.running = this.run();
  }

  /**
   * Resolves when the state holds every commit that was acknowledged before the call. Resolves at once, and without comparing,
   * when the state was handed over: see isHandedOver.
   */
  level(): Promise<void> {
    if (this.next !== null) return this.next;
    const next = this.passing.then(() => {
      this.next = null;
      return this.pass();
    });
    this.next = next;
    // The chain goes on whatever becomes of a pass; who asked hears of it.
    this.passing = next.catch(() => undefined);
    return next;
  }

  /** Ends the following; what was loaded stays. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.passing;
  }

  /**
   * To be called by the holder of the lease, when nobody else can commit any more: follows to the journal's end and ends
   * there, unless `resume` is called: the state is the caller's. Throws when the state cannot be had, or is not the one that the
   * last commit left.
   */
  async finish(): Promise<FollowedState> {
    await this.stop();
    await this.level();
    const state = this.followed;
    if (state === null) throw new Error('the state was not loaded');
    requireSame(state.head.stateHash, state.head, await this.options.record.end());
    this.handedOver = true;
    // One that had begun to read finds what the writer commits.
    await this.passing;
    return state;
  }

  /** After `finish`, when nothing came of the take-over: nobody has changed the state, and it is followed again. */
  resume(): void {
    this.handedOver = false;
    this.stopping = new AbortController();
    this.start();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const { followMillis = FOLLOW_MILLIS } = this.options;
    while (!signal.aborted) {
      const fault = await this.level().then(
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
      // Whatever it was: half a commit may be applied. A database that is away loses nothing.
      if (!(error instanceof RecordAway)) this.followed = null;
      // What was shown is no part of the record any more.
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
   * Tables may be behind the journal that was followed: what readers have seen would go back until it is followed again. They are
   * waited for, unless the record itself went back.
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
        throw new Error(`the journal has forgotten what follows commit ${commitNumber}: too much time has passed`);
    }
  }
}

class RecordAway extends Error {}
class RecordWentBack extends Error {}

/** Throws when the record has another state at its end than was followed to there. */
function requireRecordOf({ head }: FollowedState, { stateHash }: JournalPage): void {
  try {
    requireSame(head.stateHash, head, { ...head, stateHash });
  } catch (cause) {
    throw new RecordWentBack('the record has another state than was followed: it went back, and is read anew', { cause });
  }
}

/** Throws when the record ends before the state that was followed: a state that the record does not hold is not caught up. */
function requireNotBefore({ end }: JournalPage, { head: { commitNumber } }: FollowedState): void {
  if (end >= commitNumber) return;
  throw new RecordWentBack(
    `the record ends at commit ${end} and was followed to commit ${commitNumber}: it went back, and is read anew`,
  );
}
