import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout that this package lies in. */
export const ROOT = join(__dirname, '..', '..', '..', '..');

export type App = 'clob' | 'gamma' | 'data' | 'ops';

/** A file that node runs, and as whom when not as ourselves. */
export interface Program {
  readonly main: string;
  readonly uid?: number;
  readonly gid?: number;
}

export function appMain(app: App): string {
  return join(ROOT, 'apps', app, 'dist', 'main.js');
}

/** The catalog that a local start loads. */
export const SAMPLE_CATALOG = join(ROOT, 'apps', 'gamma', 'sample', 'catalog.json');

/** The version of a package that this workspace has installed. */
export function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error(`${name} is not installed`);
}
