import { join } from 'node:path';

/** The checkout that this package lies in. */
export const ROOT = join(__dirname, '..', '..', '..', '..');

export function appMain(app: 'clob' | 'gamma' | 'data' | 'ops'): string {
  return join(ROOT, 'apps', app, 'dist', 'main.js');
}

/** The catalog that a local start loads. */
export const SAMPLE_CATALOG = join(ROOT, 'apps', 'gamma', 'sample', 'catalog.json');
