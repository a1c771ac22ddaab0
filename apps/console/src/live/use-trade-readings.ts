import { useEffect, useRef } from 'react';

/** The data service has a trade of the stream after this delay; further trades within it cause no further request. */
const LATER_MILLIS = 700;

/** Reads shortly after each trade, at most once in LATER_MILLIS. `sequence` is the last trade's, 0 before any. */
export function useTradeReadings(read: () => void, sequence: number): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (sequence === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      read();
    }, LATER_MILLIS);
  }, [read, sequence]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
