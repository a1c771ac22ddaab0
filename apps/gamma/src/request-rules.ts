import { HttpFailure, type RequestRules } from '@foretell/platform-server';

/**
 * Refuses names that a route does not have: a filter that is silently ignored answers the wrong question. Source: interface,
 * Errors.
 */
export const requestRules: RequestRules = {
  unknownParameters: 'refused',
  emptyTexts: 'values',
  refuse: ({ faults }) => new HttpFailure(400, faults.join('; '), 'bad_request'),
};
