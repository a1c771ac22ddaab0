import { within } from '@foretell/platform-server';
import type { Lease } from './lease';
import type { Writing } from './writing';

/** Longer than committing and projecting the accepted commands takes. */
const STEP_DOWN_MILLIS = 5_000;

/**
 * Shuts down a writer that is cut off from the other replicas while one that is connected waits. The writer still reaches the
 * record, so accepted commands are committed, projected and answered before another process may write. Resolves when the lease is
 * free, or after five seconds; the process then exits and restarts as a standby.
 */
export async function stepDown(writing: Writing | null, lease: Lease | null): Promise<void> {
  const inOrder = async (): Promise<void> => {
    await writing?.stopUnheard();
    await lease?.release();
  };
  await within(STEP_DOWN_MILLIS, inOrder());
}
