import { HttpFailure } from '@foretell/platform-server';
import type { Submission } from '../submission';
import { NoWriter, WriterBusy, WriterStopped } from './writer-route';

const RETRY_SOON = { 'Retry-After': '1' };

/** What the caller is told: whether anything was done, and what to send again. Source: docs/interface.md, 33. */
export function asFailure(error: unknown, submissions: readonly Submission[]): unknown {
  if (error instanceof WriterBusy)
    return new HttpFailure(
      503,
      'nothing was done: too many commands are waiting, try again',
      'engine_busy',
      undefined,
      RETRY_SOON,
    );
  if (error instanceof NoWriter) return notReady();
  if (error instanceof WriterStopped)
    return new HttpFailure(
      503,
      'it is not known whether this was done; the same may be sent again as it is',
      'outcome_unknown',
      concerned(submissions),
      RETRY_SOON,
    );
  return error;
}

/** Nothing was done, and nothing could be read. */
export function notReady(): HttpFailure {
  return new HttpFailure(
    503,
    'nothing was done: the trading engine is starting, try again',
    'engine_not_ready',
    undefined,
    RETRY_SOON,
  );
}

/** By what the caller finds out what became of it: the orders' ids, and references of funds that move. */
function concerned(submissions: readonly Submission[]): Record<string, readonly string[]> | undefined {
  const orderIDs = submissions.flatMap(({ command }) => ('orderId' in command ? [command.orderId] : []));
  const references = submissions.flatMap(({ attachment }) => (attachment?.kind === 'ledger' ? [attachment.reference] : []));
  if (orderIDs.length + references.length === 0) return undefined;
  return { ...(orderIDs.length > 0 ? { orderIDs } : {}), ...(references.length > 0 ? { references } : {}) };
}
