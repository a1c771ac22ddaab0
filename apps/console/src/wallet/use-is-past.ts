import { useEffect, useState } from 'react';

/** The longest timer of browsers. */
const TIMER_MAX_MILLIS = 2 ** 31 - 1;

/** Whether a time (Unix milliseconds) has passed; false for null. Works after the machine has slept. */
export function useIsPast(at: number | null): boolean {
  const [seen, setSeen] = useState(Date.now);
  useEffect(() => {
    if (at === null || at <= seen) return;
    const look = (): void => setSeen(Date.now());
    const timer = setTimeout(look, Math.min(Math.max(at - Date.now(), 0), TIMER_MAX_MILLIS));
    window.addEventListener('focus', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', look);
    };
  }, [at, seen]);
  return at !== null && at <= seen;
}
