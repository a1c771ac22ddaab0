import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout that contains this package. */
export const ROOT = join(__dirname, '..', '..', '..', '..');

export type App = 'clob' | 'gamma' | 'data' | 'ops';

/** A file that Node runs, and as which user, if not the current one. */
export interface Program {
  readonly main: string;
  readonly uid?: number;
  readonly gid?: number;
}

export function appMain(app: App | 'maker'): string {
  return join(ROOT, 'apps', app, 'dist', 'main.js');
}

/** The catalog that a local start imports. */
export const SAMPLE_CATALOG = join(ROOT, 'apps', 'gamma', 'sample', 'catalog.json');

/** The version of a package that this workspace has installed. */
export function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error(`${name} is not installed`);
}
