import { HttpFailure, type RequestRules } from '@foretell/platform-server';

/** Published clients send more than they must, and empty texts for what they leave out. Source: protocol 9.1. */
export const requestRules: RequestRules = {
  unknownParameters: 'ignored',
  emptyTexts: 'absent',
  refuse: ({ source, field, faults, code, details, isWorded }) => {
    if (source !== 'body') return new HttpFailure(400, faults.join('; '), code ?? 'invalid_query', details ?? { field });
    const message = isWorded ? faults.join('; ') : `Invalid payload: ${faults.join('; ')}`;
    return new HttpFailure(400, message, code ?? 'invalid_payload', details ?? { faults });
  },
};
