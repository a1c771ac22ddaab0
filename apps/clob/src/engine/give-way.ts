import { pause } from '@foretell/platform-server';
import type { Lease } from './lease';
import type { Writing } from './writing';

/** Longer than it takes to commit and record what was taken in. */
const GIVE_WAY_MILLIS = 5_000;

/**
 * What a writer does that is cut off from the other replicas, while one of them waits that is not: it still reaches the record,
 * so what it took in is committed, recorded and answered before another one may write. Resolves when the lease is free, or after
 * five seconds; the process is to end then, and begins anew as one that waits.
 */
export async function giveWay(writing: Writing | null, lease: Lease | null): Promise<void> {
  const late = new AbortController();
  const inOrder = async (): Promise<void> => {
    await writing?.stopUnheard();
    await lease?.release();
    late.abort();
  };
  await Promise.race([inOrder().catch(() => undefined), pause(GIVE_WAY_MILLIS, late.signal)]);
}
