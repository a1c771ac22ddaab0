import { Logger } from '@nestjs/common';
import type { FollowedState } from './follower/followed-state';
import type { Follower } from './follower/follower';
import { LeaseLost } from './lease';
import { finishJournal } from './recorder/finish-journal';
import type { RetryingRecord } from './recorder/retrying-record';
import type { TradingRecord } from './trading-record';

const logger = new Logger('TakeOver');

/**
 * What the holder of a fresh epoch does before its first command: goes on with the state that was followed up to the
 * journal's end, with the tables brought up to it; where that fails, with everything anew from the tables. Throws unless it is
 * the state that the last commit left.
 * @param ended aborted when the lease is lost: a lock that the tables wait for is waited for no more
 */
export async function takeOver(follower: Follower, record: TradingRecord, ended?: AbortSignal): Promise<FollowedState> {
  const warm = await follower.finish().catch((cause: unknown) => {
    logger.error({ msg: 'the followed state is of no use, the tables are read', err: cause });
    return null;
  });
  await unlessEnded(finishJournal(record), ended);
  return warm ?? follower.finish();
}

/**
 * As takeOver, and reads again what else the writer needs. Where it throws, this process is as before: it follows.
 * @param ended aborted when there is no use in going on
 */
export async function takeOverOrResume(
  follower: Follower,
  record: TradingRecord,
  ended: AbortSignal,
  reload: () => Promise<void>,
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

/** Rejects when the lease is lost. What the work still tries then is fenced: see raiseEpoch. */
function unlessEnded<T>(work: Promise<T>, ended: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new LeaseLost('the lease was lost in the middle of a take-over', { cause: ended?.reason }));
    ended?.addEventListener('abort', end, { once: true });
    if (ended?.aborted === true) end();
    work.then(resolve, reject).finally(() => ended?.removeEventListener('abort', end));
  });
}

/** What a process says of itself that has the lease and does not write yet. */
export function takingOver(retrying: RetryingRecord | null): string {
  const failure = retrying?.failure ?? null;
  return failure === null ? 'taking over' : `taking over: the tables are not level with the journal yet: ${failure}`;
}
