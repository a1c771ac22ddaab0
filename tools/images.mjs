/**
 * `npm run images` builds the image of every app from dist (npm run bundles) by the last stage of deploy/images/Dockerfile, and
 * starts each as its user, who has no write access. It needs no registry: this machine's node and its libraries replace the base.
 * If buildah is missing or may not build, it prints so and succeeds; the forge builds the images on their bases.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isStarted, STARTS } from './bundle-starts.mjs';
import { ROOT, say } from './workspace.mjs';

const DOCKERFILE = join(ROOT, 'deploy', 'images', 'Dockerfile');
const COPIED = 'COPY --from=build /source/dist/${APP} /app';
const USER = '65532:65532';
const TRIED = `RUN ["/nodejs/bin/node", "-e", "0"]`;
const STEP_MILLIS = 120_000;
const WRITES = `try { require('node:fs').writeFileSync('/app/main.js', ''); } catch { console.log('refused'); }`;

const folder = mkdtempSync(join(tmpdir(), 'images-'));
// "overlay" shares layers; on file systems that do not support it, "vfs" copies them.
let driver = 'overlay';
try {
  main();
} finally {
  buildah(['rm', '--all']);
  rmSync(folder, { recursive: true, force: true });
}

function main() {
  if (spawnSync('buildah', ['--version'], { stdio: 'ignore' }).status !== 0)
    return say('No image was built: buildah is not on the PATH');
  standBase();
  let tried = buildBase();
  if (tried.status !== 0) {
    driver = 'vfs';
    tried = buildBase();
  }
  if (tried.status !== 0) return say(`No image was built: buildah may not build here: ${lastLine(tried)}`);
  const faults = Object.entries(STARTS).flatMap(([app, start]) => faultsOf(app, start));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  else say(`The images of ${Object.keys(STARTS).join(', ')} were built on a stand-in of their base, and start as ${USER}`);
}

/** The contents of the base: /nodejs/bin/node, the libraries that it loads, a user who owns nothing. */
function standBase() {
  const base = join(folder, 'base');
  const put = (from, to) => {
    mkdirSync(dirname(join(base, to)), { recursive: true });
    cpSync(from, join(base, to), { dereference: true });
  };
  put(process.execPath, 'nodejs/bin/node');
  const linked = execFileSync('ldd', [process.execPath], { encoding: 'utf8' });
  for (const [, file] of linked.matchAll(/(\/\S+\.so\S*)/g)) put(file, file);
  for (const place of ['etc', 'proc', 'dev', 'sys', 'tmp']) mkdirSync(join(base, place), { recursive: true });
  writeFileSync(join(base, 'etc', 'passwd'), 'root:x:0:0::/:/none\nnonroot:x:65532:65532::/app:/none\n');
  writeFileSync(join(base, 'etc', 'group'), 'root:x:0:\nnonroot:x:65532:\n');
}

/** The Dockerfile's last stage, with the bundle from the context instead of the first one. */
function lastStage() {
  const [, stage] = readFileSync(DOCKERFILE, 'utf8').split(/^FROM gcr\.io\/\S+ AS image$/m);
  if (stage === undefined || !stage.includes(COPIED)) throw new Error(`${DOCKERFILE} has another last stage than this expects`);
  return `FROM foretell/base:tried AS image\n${stage.replace(COPIED, 'COPY bundle /app')}`;
}

function buildBase() {
  return build('base', `FROM scratch\nCOPY . /\n${TRIED}\n`, 'base');
}

function build(app, dockerfile, part) {
  const context = join(folder, part);
  writeFileSync(join(folder, 'Dockerfile'), dockerfile);
  const named = ['--build-arg', `APP=${app}`, '-t', `foretell/${app}:tried`, '-f', join(folder, 'Dockerfile')];
  return buildah(['bud', '--pull-never', '--isolation', 'chroot', '--network', 'host', '--format', 'docker', ...named, context]);
}

function faultsOf(app, start) {
  const bundle = join(folder, 'image', 'bundle');
  if (!existsSync(join(ROOT, 'dist', app, 'main.js'))) return [`dist/${app} is missing: npm run bundles`];
  rmSync(bundle, { recursive: true, force: true });
  cpSync(join(ROOT, 'dist', app), bundle, { recursive: true });
  execFileSync('chmod', ['-R', 'a+rX,a-w', bundle]);
  const built = build(app, lastStage(), 'image');
  execFileSync('chmod', ['-R', 'u+w', bundle]);
  if (built.status !== 0) return [`foretell/${app}: ${built.stderr.slice(-2000)}`];
  return [...configFaults(app), ...startFaults(app, start)];
}

/** Checks the image's configuration that every deployment relies on. */
function configFaults(app) {
  const { OCIv1, Docker } = JSON.parse(buildah(['inspect', '--type', 'image', `foretell/${app}:tried`]).stdout);
  const { User, WorkingDir, Entrypoint, Labels } = OCIv1.config;
  const faults = [
    User === USER ? undefined : `its user is ${User}`,
    WorkingDir === '/app' ? undefined : `it works in ${WorkingDir}`,
    Entrypoint?.at(-1) === 'main.js' ? undefined : `it starts ${Entrypoint?.join(' ')}`,
    Labels?.['org.opencontainers.image.title'] === `foretell-${app}` ? undefined : 'its title is another',
    Docker?.config?.Healthcheck === undefined ? 'it has no health check' : undefined,
  ];
  return faults.filter((fault) => fault !== undefined).map((fault) => `foretell/${app}: ${fault}`);
}

function startFaults(app, start) {
  const container = buildah(['from', '--pull-never', `foretell/${app}:tried`]).stdout.trim();
  const { args = [], env = {} } = start;
  const set = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const command = ['/nodejs/bin/node', '--enable-source-maps', 'main.js', ...args];
  const ran = buildah(['run', '--isolation', 'chroot', ...set, container, '--', ...command]);
  const wrote = buildah(['run', '--isolation', 'chroot', container, '--', '/nodejs/bin/node', '-e', WRITES]);
  buildah(['rm', container]);
  return [
    ...(isStarted(start, `${ran.stdout}${ran.stderr}`) ? [] : [`foretell/${app} does not start: ${lastLine(ran)}`]),
    ...(wrote.stdout.trim() === 'refused' ? [] : [`foretell/${app}: its user may write into /app`]),
  ];
}

function buildah(args) {
  const stores = ['--root', join(folder, driver), '--runroot', join(folder, `run-${driver}`), '--storage-driver', driver];
  return spawnSync('buildah', [...stores, ...args], { encoding: 'utf8', timeout: STEP_MILLIS });
}

function lastLine({ stdout, stderr, error }) {
  return `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim().split('\n').at(-1);
}
