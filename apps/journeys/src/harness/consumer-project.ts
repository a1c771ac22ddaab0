import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { surroundings } from './process.config';
import { ROOT } from './repository';
import { listOf, type Fields } from './reads';

const execute = promisify(execFile);
const INSTALL_MS = 300_000;
const RUN_MS = 120_000;
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
const BLOCK = /^```ts ?([a-z]*)\n([\s\S]*?)^```$/gm;

/** The strictest TypeScript options; also checks the declarations of installed packages. */
const COMPILER = {
  target: 'es2022',
  lib: ['es2023'],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  types: ['node'],
};

/** A packed package: its file, and the paths inside it. */
export interface Tarball {
  readonly file: string;
  readonly paths: readonly string[];
}

/** Packs a library of the workspace into a folder, as publishing would. */
export async function pack(library: string, folder: string): Promise<Tarball> {
  const { stdout } = await run(
    'npm',
    ['pack', join(ROOT, library), '--json', '--ignore-scripts', '--pack-destination', folder],
    ROOT,
  );
  const [packed] = listOf(JSON.parse(stdout));
  return { file: join(folder, String(packed?.['filename'])), paths: listOf(packed?.['files']).map(({ path }) => String(path)) };
}

/** The published code of a library: its sources without tests, by path and name without extension. */
export async function sourcesOf(library: string): Promise<readonly string[]> {
  const paths = await readdir(join(ROOT, library, 'src'), { recursive: true });
  return paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts')).map((path) => path.replace(/\.ts$/, ''));
}

/** The code blocks of a library's README with that label, as one program. */
export async function readmeProgram(library: string, label = ''): Promise<string> {
  const text = await readFile(join(ROOT, library, 'README.md'), 'utf8');
  const blocks = [...text.matchAll(BLOCK)].filter(([, found]) => found === label).map(([, , code]) => code);
  if (blocks.length === 0) throw new Error(`the README of ${library} has no block ${label}`);
  return blocks.join('\n');
}

/** The same program for CommonJS, which has no top-level await: the statements after the imports are moved into a function. */
export function asCommonJs(program: string): string {
  const lines = program.split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const rest = lines.filter((line) => !line.startsWith('import '));
  return `${imports.join('\n')}\nasync function main(): Promise<void> {\n${rest.join('\n')}\n}\nvoid main();\n`;
}

/** An empty project outside the workspace, with packages installed from a registry and from files. */
export class ConsumerProject {
  private constructor(readonly folder: string) {}

  static async create(): Promise<ConsumerProject> {
    const project = new ConsumerProject(await mkdtemp(join(tmpdir(), 'foretell-consumer-')));
    await project.write('package.json', { name: 'consumer', private: true });
    await project.write('tsconfig.json', { compilerOptions: COMPILER, include: ['*.mts', '*.cts'] });
    return project;
  }

  async install(...packages: readonly string[]): Promise<void> {
    const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', ...quietly, ...packages], this.folder, INSTALL_MS);
  }

  /** Names of all installed packages. */
  async installed(): Promise<readonly string[]> {
    const lock: Fields = Object.fromEntries(
      Object.entries(JSON.parse(await this.read('node_modules/.package-lock.json')) as object),
    );
    return Object.keys(lock['packages'] as object).map((path) => path.replace(/^.*node_modules\//, ''));
  }

  async write(name: string, content: string | object): Promise<void> {
    await writeFile(join(this.folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }

  read(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8');
  }

  /** Type-checks and compiles every program; rejects with the compiler's errors. */
  async compile(): Promise<void> {
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [compiler, '-p', '.'], this.folder);
  }

  /** The output of a compiled program; rejects when it fails. */
  async run(name: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
    return (await run(process.execPath, [name], this.folder, RUN_MS, environment)).stdout;
  }

  /**
   * Bundles a module and its imports into one script for browsers, whose exports are `page`; rejects when it imports a module of
   * Node.
   */
  async bundleForBrowsers(entry: string): Promise<string> {
    await this.write('vite.config.mjs', pageBuild(entry));
    await run(process.execPath, [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'], this.folder);
    return this.read('dist/page.js');
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Vite warns about a module of Node and replaces it by a stub; here the warning is an error. */
function pageBuild(entry: string): string {
  return `
const fail = (message) => { throw new Error(message); };
const logger = { info() {}, warn: fail, warnOnce: fail, error: console.error };
const customLogger = { ...logger, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false };
const lib = { entry: '${entry}', formats: ['iife'], name: 'page', fileName: () => 'page.js' };
export default { customLogger, build: { lib, minify: true, target: 'es2022' } };
`;
}

/** Rejects with the command's complete output. */
async function run(
  command: string,
  words: readonly string[],
  cwd: string,
  timeout = RUN_MS,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string }> {
  const env = { ...surroundings(), ...environment };
  try {
    return await execute(command, [...words], { cwd, timeout, env, maxBuffer: OUTPUT_BYTES_MAX });
  } catch (error) {
    const { stdout, stderr } = { stdout: '', stderr: '', ...(error as object) };
    throw new Error(`${command} ${words.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
