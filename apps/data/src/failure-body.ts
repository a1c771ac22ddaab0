import type { FailureBody } from '@foretell/platform-server';

/** The leaderboard's 500 has no detail. Source: interface, Errors. */
const PLAIN_FAULT_PATHS = /^\/v1\//;

const FAULT = 500;

/**
 * The data surface's error body: {error}. A fault of ours says where to look, never what broke; every other failure is said on
 * purpose.
 */
export const failureBody: FailureBody = (failure, request) => {
  if (failure.status !== FAULT) return { error: failure.message };
  return {
    error: PLAIN_FAULT_PATHS.test(request.path) ? 'internal_error' : 'internal_error: the request could not be served, try again',
  };
};
