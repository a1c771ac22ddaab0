import { useEffect } from 'react';

/** The data service applies events of the trading service with a short delay. */
const LATER_MILLIS = [250, 1_000, 3_000];

/** Reads at each step of the wallet, and again until the data service must have applied it. */
export function useReadings(read: () => void, version: number): void {
  useEffect(() => {
    read();
    const later = LATER_MILLIS.map((millis) => setTimeout(read, millis));
    return () => later.forEach(clearTimeout);
  }, [read, version]);
}
