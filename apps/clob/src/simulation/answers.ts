import { Unavailable } from '@foretell/platform-server';
import type { Settled, Submission } from '../engine/submission';

/** What a replica tells a caller: `unknown` means that what was asked for may have been done or not; others were not done. */
export type Answer =
  /** One each. */
  | { readonly type: 'settled'; readonly settled: readonly Settled[] }
  | { readonly type: 'not ready' }
  | { readonly type: 'busy' }
  /** With what the caller is to ask for, and after which time none of it begins any more; null where that is not known. */
  | { readonly type: 'unknown'; readonly concerned: readonly string[]; readonly finalAfterMillis: number | null };

/** As a caller reads what a request has failed with. Throws what is no answer. */
export function answerOfFailure(failure: unknown): Answer {
  if (!(failure instanceof Unavailable)) throw failure;
  if (failure.code === 'engine_not_ready') return { type: 'not ready' };
  if (failure.code === 'engine_busy') return { type: 'busy' };
  if (failure.code !== 'outcome_unknown') throw failure;
  const finalAfter = failure.details?.['finalAfterSeconds'];
  return {
    type: 'unknown',
    concerned: [failure.details?.['orderIDs'], failure.details?.['references']].flatMap((ids) =>
      Array.isArray(ids) ? ids.map(String) : [],
    ),
    finalAfterMillis: typeof finalAfter === 'number' ? 1_000 * finalAfter : null,
  };
}

/** By what a repetition is known: an order's id, the reference of a movement; null for what may be done again. */
export function idOf({ command, attachment }: Submission): string | null {
  if (command.type === 'placeOrder') return command.orderId;
  return attachment?.kind === 'ledger' ? attachment.reference : null;
}
