import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '../../..');
const PLACES = ['apps', 'libs', 'tools', 'prisma', 'deploy', 'docs', '.ci'];
/** `.git` is a file in a linked work tree of the repository. */
const SKIPPED_FILES = new Set(['package-lock.json', '.git']);
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'generated', 'coverage', '.nx', '.foretell', '.astro']);
const CODE = new Set(['.ts', '.tsx', '.mjs', '.cjs', '.js']);
const TEXT = new Set([...CODE, '.css', '.html', '.json', '.md', '.sql', '.prisma', '.yaml', '.yml', '.sh', '.conf', '']);

export interface SourceFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** Every hand-written text file of the repository, and the code files among them. */
export function readSourceFiles(): { readonly files: readonly SourceFile[]; readonly code: readonly SourceFile[] } {
  const topFiles = readdirSync(ROOT).filter((name) => statSync(join(ROOT, name)).isFile() && !SKIPPED_FILES.has(name));
  const files = [...topFiles, ...PLACES.flatMap((place) => walk(join(ROOT, place)))]
    .filter((path) => TEXT.has(extname(path)))
    .map((path): SourceFile => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  return { files, code: files.filter(({ path }) => CODE.has(extname(path))) };
}

function walk(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !SKIPPED_FOLDERS.has(name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [relative(ROOT, path)];
  });
}
