/**
 * `npm run manifests` renders deploy/k8s/overlays with kustomize into deploy/k8s/rendered, one file per part, for users who apply
 * files and for tests without kustomize. `-- --check` changes nothing and fails when the files differ from their sources. Without
 * kustomize or kubectl on the PATH it only checks whether the sources are those that were rendered.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sourcesDigest } from './manifest-sources.cjs';
import { ROOT, say } from './workspace.mjs';

const K8S = join(ROOT, 'deploy', 'k8s');
const RENDERED = join(K8S, 'rendered');
const STAMP = 'sources.sha256';
const BUILDERS = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
];

const isCheck = process.argv.includes('--check');
const builder = BUILDERS.find(([command]) => isThere(command));
if (builder === undefined && !isCheck) {
  process.stderr.write('Rendering needs kustomize or kubectl on the PATH\n');
  process.exit(2);
}
const wanted = new Map([[STAMP, `${sourcesDigest(K8S)}\n`]]);
if (builder !== undefined) for (const part of parts()) wanted.set(`${part}.yaml`, render(part));
const stale = [...wanted].filter(([name, text]) => text !== written(name)).map(([name]) => name);
if (!isCheck) write();
else if (stale.length > 0) {
  process.stderr.write(`deploy/k8s/rendered differs from its sources: ${stale.join(', ')}. Run npm run manifests\n`);
  process.exitCode = 1;
} else say(builder === undefined ? 'The manifests were rendered from these sources' : 'The manifests match their sources');

function isThere(command) {
  try {
    execFileSync(command, ['version', ...(command === 'kubectl' ? ['--client'] : [])], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** "local/clob" and so on. */
function parts() {
  const overlays = join(K8S, 'overlays');
  return readdirSync(overlays).flatMap((overlay) =>
    readdirSync(join(overlays, overlay), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${overlay}/${name}`),
  );
}

function render(part) {
  const [command, verb] = builder;
  const yaml = execFileSync(command, [verb, join(K8S, 'overlays', part)], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  return `# Rendered from deploy/k8s/overlays/${part} by npm run manifests.\n${yaml}`;
}

function written(name) {
  const file = join(RENDERED, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function write() {
  rmSync(RENDERED, { recursive: true, force: true });
  for (const [name, text] of wanted) {
    mkdirSync(dirname(join(RENDERED, name)), { recursive: true });
    writeFileSync(join(RENDERED, name), text);
  }
  say(`${wanted.size - 1} parts rendered`);
}
