import { HttpFailure, type RequestRules } from '@foretell/platform-server';

/** Published clients send unknown fields, and empty strings for absent values. Source: protocol 9.1. */
export const requestRules: RequestRules = {
  unknownParameters: 'ignored',
  emptyTexts: 'absent',
  refusesSameTwice: true,
  refuse: ({ source, field, faults, code, details, isWorded }) => {
    const sentence = faults.join('; ');
    if (isWorded) return new HttpFailure(400, sentence, code ?? 'invalid_query', details);
    return source === 'body'
      ? new HttpFailure(400, `Invalid payload: ${sentence}`, 'invalid_payload', { faults })
      : new HttpFailure(400, sentence, 'invalid_query', { field });
  },
};
