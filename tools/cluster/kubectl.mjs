/** The cluster under test, by kubectl: the one on the PATH, or the command in KUBECTL. */
import { execFile, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const [COMMAND, ...FIRST] = (process.env.KUBECTL ?? 'kubectl').split(' ');
const OUTPUT_MAX = 256 * 1024 * 1024;
const LOOK_MS = 250;
export const SITE = 'foretell';
export const STORES = 'foretell-stores';
/** The path of node in every image of the site. */
export const NODE = '/nodejs/bin/node';

/** Output of one kubectl command. Rejects with its output when it fails. */
export function kubectl(args, { input = '', timeoutMs = 600_000 } = {}) {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'utf8', maxBuffer: OUTPUT_MAX, timeout: timeoutMs };
    const child = execFile(COMMAND, [...FIRST, ...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`kubectl ${args.join(' ').slice(0, 300)}: ${stderr || stdout || error.message}`));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** A kubectl command that runs until its input ends. */
export function startKubectl(args) {
  return spawn(COMMAND, [...FIRST, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
}

export async function read(...args) {
  return JSON.parse(await kubectl([...args, '-o', 'json']));
}

/** Output of a command that may fail: a failure shows that access is denied. */
export async function attempt(args, options) {
  try {
    return { isDone: true, text: await kubectl(args, options) };
  } catch (error) {
    return { isDone: false, text: error.message };
  }
}

/** Runs a command of `ops` in its pod; resolves as `attempt` does. */
export function ops(...words) {
  return attempt(['-n', SITE, 'exec', '-i', 'deploy/ops', '--', NODE, 'main.js', ...words]);
}

/** Resolves with the first result other than undefined and false; rejects on timeout. */
export async function until(what, look, timeoutMs = 300_000) {
  const end = Date.now() + timeoutMs;
  let last;
  while (Date.now() < end) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      last = error;
    }
    await pause(LOOK_MS);
  }
  throw new Error(`not within ${timeoutMs / 1000} s: ${what}${last === undefined ? '' : ` (${last.message})`}`);
}

/** Pods of a part of the site that are not terminating. */
export async function podsOf(name, namespace = SITE) {
  const { items } = await read('-n', namespace, 'get', 'pods', '-l', `app.kubernetes.io/name=${name}`);
  return items.filter(({ metadata, status }) => metadata.deletionTimestamp === undefined && status.phase === 'Running');
}

/** Runs JavaScript in a pod or "deploy/NAME", whose image has node and no shell; resolves with its output. */
export function evaluate(namespace, target, code, options) {
  return kubectl(['-n', namespace, 'exec', '-i', target, '--', NODE, '-e', code], options);
}

/** The writer pod of the trading service, by its own metric. */
export function writer() {
  return until(
    'one replica of clob writes',
    async () => {
      const pods = await podsOf('clob');
      const texts = await Promise.all(pods.map(({ metadata }) => metricsOf(metadata.name).catch(() => '')));
      return pods.find((_, index) => /^foretell_writer 1$/m.test(texts[index]));
    },
    120_000,
  );
}

function metricsOf(pod) {
  return evaluate(SITE, pod, `fetch('http://127.0.0.1:9400/metrics').then((a) => a.text()).then(console.log)`);
}

/** The primary's pod; with several, the one that PostgreSQL's Service selects. */
export async function primary() {
  const { spec } = await read('-n', STORES, 'get', 'service', 'postgres-rw');
  return spec.selector['statefulset.kubernetes.io/pod-name'] ?? 'postgres-0';
}

/** Rows of one statement, run as the owner of the tables; needs the overlays' own PostgreSQL. */
export async function sql(statement, { input = '', database = 'foretell' } = {}) {
  const psql = ['psql', '-X', '-q', '-At', '-v', 'ON_ERROR_STOP=1', '-U', 'foretell_owner', '-d', database];
  const text = await kubectl(['-n', STORES, 'exec', '-i', await primary(), '--', ...psql], { input: `${statement}\n${input}` });
  return text.split('\n').filter((line) => line !== '');
}

/** Number of container restarts of the site so far. */
export async function restarts() {
  const { items } = await read('-n', SITE, 'get', 'pods');
  return items.flatMap(({ status }) => status.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
}

export async function rolledOut(...names) {
  for (const name of names) await rolledOutIn(SITE, `deploy/${name}`);
}

export async function rolledOutIn(namespace, object) {
  await kubectl(['-n', namespace, 'rollout', 'status', object, '--timeout=10m'], { timeoutMs: 660_000 });
}
