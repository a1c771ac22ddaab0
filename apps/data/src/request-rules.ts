import { HttpFailure, type RequestRules } from '@foretell/platform-server';

/** A refused request gets the name of the field, without a reason. Source: interface, Errors; protocol 15. */
export const requestRules: RequestRules = {
  unknownParameters: 'refused',
  emptyTexts: 'absent',
  refuse: ({ kind, field }) => {
    const code = kind === 'unknown' ? 'unknown_field' : kind === 'missing' ? 'missing_field' : 'invalid_field';
    return new HttpFailure(400, `${code}: ${field.slice(0, 100)}`, code);
  },
};
