import { parse } from 'node:querystring';
import { readParams } from '@foretell/platform-server';
import { requestRules } from '../request-rules';

/** Parses the query of an address as the service does. */
export function queryOf<T extends object>(type: new () => T, url: string): T {
  const question = url.indexOf('?');
  return readParams(type, 'query', question < 0 ? {} : parse(url.slice(question + 1)), requestRules);
}
