import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApi } from '@foretell/testing';

/** The committed document of the surface, which another spec compares with its routes. */
export function committedApi(): OpenApi {
  return JSON.parse(readFileSync(join(__dirname, '../../../../libs/contracts/openapi/clob.json'), 'utf8')) as OpenApi;
}
