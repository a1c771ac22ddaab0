import { useEffect, useState } from 'react';
import type { OperatorStatus } from '@foretell/contracts';
import { isForGood } from '../live/service-error';
import { askStatus } from './operator-answer';

/** State of a service: its last response, the one before, and the error since. */
export interface Seen {
  readonly now: OperatorStatus | null;
  readonly before: OperatorStatus | null;
  readonly fault: Error | null;
}

const NOTHING: Seen = { now: null, before: null, fault: null };
/** A service refreshes its status once a second at most. */
const ASK_MILLIS = 2_000;

/** A service's status, requested again two seconds after each response while it is displayed, until the key is refused. */
export function useOperatorStatus(address: string, key: string): Seen {
  const [seen, setSeen] = useState(NOTHING);
  useEffect(() => {
    const ended = new AbortController();
    let timer: number | undefined;
    const ask = async (): Promise<void> => {
      try {
        const now = await askStatus(address, key, ended.signal);
        if (!ended.signal.aborted) setSeen((last) => ({ now, before: last.now, fault: null }));
      } catch (fault) {
        if (!ended.signal.aborted && fault instanceof Error) setSeen((last) => ({ ...last, fault }));
        if (isForGood(fault)) return;
      }
      if (!ended.signal.aborted) timer = window.setTimeout(() => void ask(), ASK_MILLIS);
    };
    void ask();
    return () => {
      ended.abort();
      window.clearTimeout(timer);
    };
  }, [address, key]);
  return seen;
}
