/**
 * `npm run clients`: runs published clients, unchanged, against a site of this checkout, step by step, and writes the results
 * into docs/clients.md (apps/journeys/src/clients.clients-spec.ts). It installs them in .foretell/clients, at the versions in
 * apps/journeys/clients. It needs the npm registry, and python3 with pip, cargo and go with their registries; three clients need
 * python3.12, one a JDK. Clients of a missing language are reported as skipped, and then nothing is written.
 *   -- docs   only the Python examples of docs/trade (apps/journeys/src/docs.clients-spec.ts)
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installDependencies, ROOT, testBuilt } from './workspace.mjs';

const PINS = join(ROOT, 'apps', 'journeys', 'clients');
const FOLDER = join(ROOT, '.foretell', 'clients');
/** The build cache of the crates takes several GB; all checkouts share it. */
const CRATES = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'foretell', 'crates');
/** Two packages: polymarket-rs links an older version of a C library, and a package may link one version only. */
const CRATE_BINARIES = {
  crates: ['polymarket_v1', 'polymarket_v2', 'kuest', 'polyfill'],
  'crates-older': ['polymarket_rs'],
};

function run(program, words, cwd, environment = {}) {
  const { status, error } = spawnSync(program, words, { cwd, stdio: 'inherit', env: { ...process.env, ...environment } });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`);
}

function isThere(program, clients) {
  const found = spawnSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).status === 0;
  if (!found) console.error(`${program} is not on this machine: ${clients} are left out, and docs/clients.md stays as it is`);
  return found;
}

function installNpm() {
  const npm = join(FOLDER, 'npm');
  mkdirSync(npm, { recursive: true });
  copyFileSync(join(PINS, 'npm.json'), join(npm, 'package.json'));
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], npm);
}

/** Each list has its own folder: two of the packages have modules of one name. */
function installPython() {
  const pip = ['-m', 'pip', 'install', '--quiet', '--upgrade', '--target'];
  for (const [folder, pins] of [
    ['python', 'requirements.txt'],
    ['python-kuest', 'requirements-kuest.txt'],
  ])
    run('python3', [...pip, join(FOLDER, folder), '-r', join(PINS, pins)], FOLDER);
}

/** Packages that need a newer Python, each in its own folder. */
function installNewerPython() {
  for (const name of ['nautilus', 'apis']) {
    const words = ['-m', 'pip', 'install', '--quiet', '--upgrade', '--target', join(FOLDER, `python-${name}`)];
    run('python3.12', [...words, '-r', join(PINS, `requirements-${name}.txt`)], FOLDER);
  }
}

/** Run from its source; a successful compilation shows that there is a JDK. */
function compileJava() {
  run('javac', ['-d', join(FOLDER, 'java'), join(PINS, 'drivers', 'DriveJavaNetHttp.java')], FOLDER);
}

function buildCrates() {
  for (const [folder, binaries] of Object.entries(CRATE_BINARIES)) {
    run('cargo', ['build', '--quiet', '--bins'], join(PINS, folder), { CARGO_TARGET_DIR: CRATES });
    for (const binary of binaries) copyFileSync(join(CRATES, 'debug', binary), join(FOLDER, 'bin', binary));
  }
}

function installClients() {
  rmSync(join(FOLDER, 'bin'), { recursive: true, force: true });
  mkdirSync(join(FOLDER, 'bin'), { recursive: true });
  installNpm();
  if (isThere('python3', "PyPI's clients")) installPython();
  if (isThere('python3.12', 'nautilus_trader, polymarket-apis and polymarket-kit')) installNewerPython();
  if (isThere('javac', 'java.net.http')) compileJava();
  if (isThere('cargo', 'the crates')) buildCrates();
  if (isThere('go', "Go's client")) run('go', ['build', '-o', join(FOLDER, 'bin', 'polymarket_go'), '.'], join(PINS, 'go'));
}

const isDocsOnly = process.argv[2] === 'docs';
installDependencies();
if (!isDocsOnly) installClients();
await testBuilt(['-c', 'apps/journeys/jest.clients.config.cjs', ...(isDocsOnly ? ['docs.clients-spec'] : [])]);
