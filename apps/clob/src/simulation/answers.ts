import type { Settled } from '../engine/submission';

/** What a replica tells a caller: `unknown` means that what was asked for may have been done or not; others were not done. */
export type Answer =
  | { readonly type: 'settled'; readonly settled: Settled }
  | { readonly type: 'not ready' }
  | { readonly type: 'busy' }
  | { readonly type: 'unknown' };
