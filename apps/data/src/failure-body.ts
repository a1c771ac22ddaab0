import type { FailureBody } from '@foretell/platform-server';

/** The leaderboard's 500 has no detail. Source: interface, Errors. */
const PLAIN_FAULT_PATHS = /^\/v1\//;

const FAULT = 500;

/**
 * The data service's error body: {error}. An internal error says what the client can do, never what broke; other failures have
 * deliberate texts.
 */
export const failureBody: FailureBody = (failure, request) => {
  if (failure.status !== FAULT) return { error: failure.message };
  return {
    error: PLAIN_FAULT_PATHS.test(request.path) ? 'internal_error' : 'internal_error: the request could not be served, try again',
  };
};
