import { Logger } from '@nestjs/common';
import type { FollowedState } from './follower/followed-state';
import type { Follower } from './follower/follower';
import { finishJournal } from './recorder/finish-journal';
import type { RetryingRecord } from './recorder/retrying-record';
import type { TradingRecord } from './trading-record';

const logger = new Logger('TakeOver');

/**
 * What the holder of a fresh epoch does before its first command: goes on with the state that was followed up to the
 * journal's end, with the tables brought up to it; where that fails, with everything anew from the tables. Throws unless it is
 * the state that the last commit left.
 */
export async function takeOver(follower: Follower, record: TradingRecord): Promise<FollowedState> {
  const warm = await follower.finish().catch((cause: unknown) => {
    logger.error({ msg: 'the followed state is of no use, the tables are read', err: cause });
    return null;
  });
  await finishJournal(record);
  return warm ?? follower.finish();
}

/** What a process says of itself that has the lease and does not write yet. */
export function takingOver(retrying: RetryingRecord | null): string {
  const failure = retrying?.failure ?? null;
  return failure === null ? 'taking over' : `taking over: the tables are not level with the journal yet: ${failure}`;
}
