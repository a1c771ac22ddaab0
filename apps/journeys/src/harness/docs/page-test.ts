import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { surroundings } from '../process.config';
import { ROOT } from '../repository';
import type { World } from '../world';
import type { PageTest } from './blocks';

const RUN_MS = 500_000;
const LOCAL = { 'http://127.0.0.1:3001': 'CLOB_URL', 'http://127.0.0.1:3002': 'GAMMA_URL', 'http://127.0.0.1:3003': 'DATA_URL' };
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
/** For programs written like those of the pages: Node's own types and top-level await. */
const COMPILER = { target: 'es2022', lib: ['es2023'], module: 'nodenext', strict: true, skipLibCheck: true, types: ['node'] };

/**
 * Runs a test's blocks as a reader would, in an empty folder: files first, then the commands in one shell, then a program of
 * Python or TypeScript made of its blocks. Returns the output; rejects with the complete output when a step fails.
 */
export async function runPageTest(test: PageTest, environment: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foretell-docs-'));
  const blocks = test.blocks.map((block) => ({ ...block, code: reached(block.code, environment) }));
  const run = (program: string, ...words: readonly string[]): Promise<string> => execute(program, words, folder, environment);
  const codeIn = (language: string): string =>
    blocks
      .filter((block) => block.language === language && block.attributes['file'] === undefined)
      .map(({ code }) => code)
      .join('\n');
  try {
    for (const { attributes, code } of blocks)
      if (attributes['file'] !== undefined) await writeFile(join(folder, attributes['file']), code);
    const [shell, python, typescript] = [codeIn('sh'), codeIn('python'), codeIn('ts')];
    const printed = [await run('bash', '-euo', 'pipefail', '-c', shell)];
    if (python !== '') {
      await writeFile(join(folder, 'program.py'), python);
      printed.push(await run(join(folder, '.venv', 'bin', 'python'), 'program.py'));
    }
    if (typescript !== '') {
      await writeFile(join(folder, 'program.mts'), typescript);
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include: ['program.mts'] }));
      await run(process.execPath, join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.');
      printed.push(await run(process.execPath, 'program.mjs'));
    }
    return printed.join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A page's code with the addresses of `npm start` replaced by those of the system under test. */
function reached(code: string, environment: Readonly<Record<string, string>>): string {
  return Object.entries(LOCAL).reduce((text, [address, name]) => text.replaceAll(address, environment[name] ?? address), code);
}

/** The addresses of a running system, by the names that the pages use. */
export function addressesOf({ clob, gamma, data }: World): Readonly<Record<string, string>> {
  return { CLOB_URL: clob.url, GAMMA_URL: gamma.url, DATA_URL: data.url };
}

function execute(
  program: string,
  words: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  // Packages that this machine has are not requested from a registry.
  const env = { ...surroundings(), npm_config_prefer_offline: 'true', ...environment };
  return new Promise((resolve, reject) => {
    execFile(program, [...words], { cwd, timeout: RUN_MS, env, maxBuffer: OUTPUT_BYTES_MAX }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${program} failed:\n${stdout}${stderr}`, { cause: error }));
    });
  });
}
