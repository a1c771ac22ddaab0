import { HttpFailure, type RequestRules } from '@foretell/platform-server';

/**
 * Refuses names that a route does not have: a filter that is silently ignored answers the wrong question. What links and caches
 * add is no filter. Source: interface, Errors.
 */
export const requestRules: RequestRules = {
  unknownParameters: 'refused',
  ignoredParameters: /^(?:_|cb|t|ref|utm_[a-z0-9_]{1,40})$/,
  emptyTexts: 'values',
  refuse: ({ faults }) => new HttpFailure(400, faults.join('; '), 'bad_request'),
};
