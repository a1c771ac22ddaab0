import { Unavailable } from '@foretell/platform-server';
import { NoWriter, WriterBusy, WriterStopped } from './route/writer-route';
import type { Submission } from './submission';

/**
 * The error for a caller of the engine: whether anything was done, and what to resend. `unwritable` is the reason why the record
 * cannot be written, if known. Other errors are returned as they are. Source: interface, Requests and answers.
 */
export function asUnavailable(error: unknown, submissions: readonly Submission[], unwritable?: string | null): unknown {
  if (error instanceof WriterBusy)
    return new Unavailable('nothing was done: too many commands are waiting, try again', 'engine_busy');
  if (error instanceof NoWriter) return typeof unwritable === 'string' ? recordUnavailable() : notReady();
  if (error instanceof WriterStopped)
    return new Unavailable(
      'the outcome is unknown; send the same request again unchanged',
      'outcome_unknown',
      unknownDetails(error, submissions),
    );
  return error;
}

/** Nothing was done: the database is unavailable or out of space. */
function recordUnavailable(): Unavailable {
  return new Unavailable('nothing was done: the database cannot be used at present, try again', 'database_unavailable');
}

/** Nothing was done, and nothing could be read. */
export function notReady(): Unavailable {
  return new Unavailable('nothing was done: the trading engine is starting, try again', 'engine_not_ready');
}

/** How the client finds the outcome: the orders' ids, references of funds that move, and after how many seconds. */
function unknownDetails(
  { finalAfterMillis }: WriterStopped,
  submissions: readonly Submission[],
): Record<string, unknown> | undefined {
  const orderIDs = submissions.flatMap(({ command }) => ('orderId' in command ? [command.orderId] : []));
  const references = submissions.flatMap(({ attachment }) => (attachment?.kind === 'ledger' ? [attachment.reference] : []));
  const details = {
    ...(orderIDs.length > 0 ? { orderIDs } : {}),
    ...(references.length > 0 ? { references } : {}),
    ...(finalAfterMillis === undefined ? {} : { finalAfterSeconds: Math.ceil(finalAfterMillis / 1_000) }),
  };
  return Object.keys(details).length === 0 ? undefined : details;
}
