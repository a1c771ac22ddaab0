import { Logger } from '@nestjs/common';
import type { FollowedState } from './follower/followed-state';
import type { Follower } from './follower/follower';
import { LeaseLost } from './lease';
import { finishJournal } from './projector/finish-journal';
import type { RetryingRecord } from './projector/retrying-record';
import type { TradingRecord } from './trading-record';

const logger = new Logger('TakeOver');

/**
 * Takes over with a fresh epoch, before the first command: continues with the followed state at the journal's end, after bringing
 * the tables up to it. If that fails, reloads everything from the tables. Throws unless the state is that of the last commit.
 * @param ended aborted when the lease is lost: stops waiting for locks on the tables
 */
export async function takeOver(follower: Follower, record: TradingRecord, ended?: AbortSignal): Promise<FollowedState> {
  const warm = await follower.finish().catch((cause: unknown) => {
    logger.error({ msg: 'the followed state cannot be used: loading the tables', err: cause });
    return null;
  });
  await unlessEnded(finishJournal(record), ended);
  return warm ?? follower.finish();
}

/**
 * Like takeOver, and also reloads what else the writer needs. When it throws, this process continues to follow as before.
 * @param ended aborted when continuing is pointless
 */
export async function takeOverOrResume(
  follower: Follower,
  record: TradingRecord,
  ended: AbortSignal,
  reload: () => Promise<unknown>,
): Promise<FollowedState> {
  try {
    const state = await takeOver(follower, record, ended);
    await reload();
    ended.throwIfAborted();
    return state;
  } catch (cause) {
    follower.resume();
    throw cause;
  }
}

/** Rejects when the lease is lost. What the work still attempts is then fenced: see raiseEpoch. */
function unlessEnded<T>(work: Promise<T>, ended: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new LeaseLost('the lease was lost in the middle of a take-over', { cause: ended?.reason }));
    ended?.addEventListener('abort', end, { once: true });
    if (ended?.aborted === true) end();
    work.then(resolve, reject).finally(() => ended?.removeEventListener('abort', end));
  });
}

/** Status of a process that has the lease and does not write yet. */
export function takingOver(retrying: RetryingRecord | null): string {
  const failure = retrying?.failure ?? null;
  return failure === null ? 'taking over' : `taking over: the tables are not caught up with the journal yet: ${failure}`;
}
