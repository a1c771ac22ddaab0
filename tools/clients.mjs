/**
 * `npm run clients`: points published clients, as they are published, at a site of this checkout, step by step, and writes
 * what came of it into docs/clients.md (apps/journeys/src/clients.clients-spec.ts). They are installed beside the project, in
 * .foretell/clients, at the versions in apps/journeys/clients; the npm registry, PyPI and python3 with pip are needed.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installDependencies, ROOT, runTool } from './workspace.mjs';

const PINS = join(ROOT, 'apps', 'journeys', 'clients');
const FOLDER = join(ROOT, '.foretell', 'clients');

function run(program, words, cwd) {
  const { status, error } = spawnSync(program, words, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`);
}

installDependencies();
const npm = join(FOLDER, 'npm');
mkdirSync(npm, { recursive: true });
copyFileSync(join(PINS, 'npm.json'), join(npm, 'package.json'));
run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], npm);
run(
  'python3',
  ['-m', 'pip', 'install', '--quiet', '--upgrade', '--target', join(FOLDER, 'python'), '-r', join(PINS, 'requirements.txt')],
  FOLDER,
);
const built = await runTool('nx', ['run-many', '-t', 'build', '--output-style=static']);
process.exitCode = built === 0 ? await runTool('jest', ['-c', 'apps/journeys/jest.clients.config.cjs']) : built;
