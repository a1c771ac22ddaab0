import type { MarketResolvedMessage } from '@foretell/contracts';
import { useEffect, useState } from 'react';
import { StreamRun, type FollowOptions } from './stream-run';

/** Moves on whenever a market of one of the tokens is resolved: what it pays is there from then on. */
export function useResolutions(clob: string, tokenIds: readonly string[]): number {
  const [version, setVersion] = useState(0);
  const ids = [...tokenIds].sort().join(',');
  useEffect(() => {
    if (ids === '') return;
    const take = (): void => setVersion((last) => last + 1);
    // Whether the exchange is heard, the wallet's own stream says.
    const run = new StreamRun((options) => resolutionStream(clob, ids.split(','), options), { take, stand: () => undefined });
    return () => run.end();
  }, [clob, ids]);
  return version;
}

/** The client is loaded when there is something to wait for. */
async function* resolutionStream(
  clob: string,
  tokenIds: readonly string[],
  options: FollowOptions,
): AsyncGenerator<MarketResolvedMessage, void, undefined> {
  const { StreamsClient } = await import('@foretell/client/browser');
  yield* new StreamsClient({ url: clob }).resolutions(tokenIds, options);
}
