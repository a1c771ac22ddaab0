import { HttpFailure, type RequestRules } from '@foretell/platform-server';

/**
 * Refuses parameters that a route does not have: a silently ignored filter would return wrong results. Parameters that links and
 * caches add are not filters. Source: interface, Errors.
 */
export const requestRules: RequestRules = {
  unknownParameters: 'refused',
  ignoredParameters: /^(?:_|cb|t|ref|utm_[a-z0-9_]{1,40})$/,
  emptyTexts: 'values',
  refuse: ({ faults }) => new HttpFailure(400, faults.join('; '), 'bad_request'),
};
