import { signedMicros } from '../figures/micros';

/** Number of complete sets that a wallet holds, one share of each outcome, in micros. */
export function wholeSets(sizes: readonly number[]): bigint {
  const [one = 0n, other = 0n] = sizes.map(signedMicros);
  return one < other ? one : other;
}
