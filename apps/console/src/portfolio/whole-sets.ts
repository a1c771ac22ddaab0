import { signedMicros } from '../figures/micros';

/** Sets that a wallet holds whole: as many shares of one outcome as of the other, in micros. */
export function wholeSets(sizes: readonly number[]): bigint {
  const [one = 0n, other = 0n] = sizes.map(signedMicros);
  return one < other ? one : other;
}
