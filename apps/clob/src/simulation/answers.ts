import { Unavailable } from '@foretell/platform-server';
import type { Settled, Submission } from '../engine/submission';

/** The answer of a replica. `unknown`: the request may have been executed. `not ready`, `busy`: it was not. */
export type Answer =
  /** One outcome per command. */
  | { readonly type: 'settled'; readonly settled: readonly Settled[] }
  | { readonly type: 'not ready' }
  | { readonly type: 'busy' }
  /** The ids to query, and the time after which none of the commands can start; null when that time is unknown. */
  | { readonly type: 'unknown'; readonly concerned: readonly string[]; readonly finalAfterMillis: number | null };

/** Reads the failure of a request as a caller does. Rethrows other errors. */
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

/** The idempotency key: an order's id or the reference of a movement; null for commands that may be repeated. */
export function idOf({ command, attachment }: Submission): string | null {
  if (command.type === 'placeOrder') return command.orderId;
  return attachment?.kind === 'ledger' ? attachment.reference : null;
}
