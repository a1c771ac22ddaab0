import { useEffect } from 'react';

/** What the trading surface has told the data surface knows some moments later. */
const LATER_MILLIS = [250, 1_000, 3_000];

/** Reads with each step of the wallet, and again until the data surface must know of it. */
export function useReadings(read: () => void, version: number): void {
  useEffect(() => {
    read();
    const later = LATER_MILLIS.map((millis) => setTimeout(read, millis));
    return () => later.forEach(clearTimeout);
  }, [read, version]);
}
