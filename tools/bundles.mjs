/**
 * `npm run bundles` builds every bundle (tools/bundle.mjs) and checks that an image can use it. `npm sbom` lists its parts, and
 * it starts in a separate folder, where no package of this workspace can replace a missing one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isStarted, STARTS } from './bundle-starts.mjs';
import { nxEnvironment, ROOT, runTool, say } from './workspace.mjs';

const START_MILLIS = 60_000;

const status = await runTool('nx', ['run-many', '-t', 'bundle', '--parallel=2']);
if (status !== 0) process.exit(status);
const faults = Object.entries(STARTS).flatMap(([name, start]) => faultsOf(name, start));
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
else say(`The bundles ${Object.keys(STARTS).join(', ')} list their parts and start`);

function faultsOf(name, start) {
  const apart = mkdtempSync(join(tmpdir(), `bundle-${name}-`));
  try {
    cpSync(join(ROOT, 'dist', name), apart, { recursive: true });
    return [partsFault(name, apart), startFault(name, apart, start)].filter((fault) => fault !== undefined);
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}

function partsFault(name, cwd) {
  try {
    JSON.parse(execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd, encoding: 'utf8', maxBuffer: 1 << 28 }));
    return undefined;
  } catch (error) {
    return `dist/${name}: npm sbom: ${error.stderr || error.message}`;
  }
}

function startFault(name, cwd, start) {
  const { args = [], env = {} } = start;
  const { PATH, HOME } = process.env;
  const options = { cwd, env: { PATH, HOME, NODE_ENV: 'production', ...env }, encoding: 'utf8', timeout: START_MILLIS };
  const { stdout, stderr } = spawnSync(process.execPath, ['main.js', ...args], options);
  const printed = `${stdout}${stderr}`;
  if (isStarted(start, printed)) return undefined;
  return `dist/${name}: main.js does not start: ${printed.slice(0, 2000)}`;
}
