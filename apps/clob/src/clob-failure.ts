import type { TradingError } from '@foretell/contracts';
import type { HttpFailure } from '@foretell/platform-server';

/**
 * The trading surface's error body: {error}, and beside it a stable code and what helps the caller act. Source: interface,
 * Errors.
 */
export function clobFailureBody({ message, code, details }: HttpFailure): TradingError {
  return { error: message, code, ...(details === undefined ? {} : { details }) };
}
