import type { MarketResolvedMessage } from '@foretell/contracts';
import { useEffect, useState } from 'react';
import { StreamRun, type FollowOptions } from './stream-run';

/** Incremented whenever a market of one of the tokens is resolved: its payout is then available. */
export function useResolutions(clob: string, tokenIds: readonly string[]): number {
  const [version, setVersion] = useState(0);
  const ids = [...tokenIds].sort().join(',');
  useEffect(() => {
    if (ids === '') return;
    const take = (): void => setVersion((last) => last + 1);
    // The wallet's own stream reports the connection state, so this one does not.
    const run = new StreamRun((options) => resolutionStream(clob, ids.split(','), options), { take, stand: () => undefined });
    return () => run.end();
  }, [clob, ids]);
  return version;
}

/** The client is loaded when there is a token to follow. */
async function* resolutionStream(
  clob: string,
  tokenIds: readonly string[],
  options: FollowOptions,
): AsyncGenerator<MarketResolvedMessage, void, undefined> {
  const { StreamsClient } = await import('@foretell/client/browser');
  yield* new StreamsClient({ url: clob }).resolutions(tokenIds, options);
}
