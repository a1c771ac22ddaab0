import type { TradingError } from '@foretell/contracts';
import type { HttpFailure } from '@foretell/platform-server';

/** The trading service's error body: {error}, with a stable code and details for the caller. Source: interface, Errors. */
export function clobFailureBody({ message, code, details }: HttpFailure): TradingError {
  return { error: message, code, ...(details === undefined ? {} : { details }) };
}
