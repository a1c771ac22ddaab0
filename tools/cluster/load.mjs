/** Traders and readers in a namespace that may call the services, like that of an ingress controller. */
import { readFileSync } from 'node:fs';
import { attempt, kubectl, NODE, primary, read, sql, startKubectl, STORES, until } from './kubectl.mjs';

export const CALLERS = 'foretell-load';
export const IDLE_PORT = 8080;
const PROGRAM = readFileSync(new URL('load.cjs', import.meta.url), 'utf8');

/**
 * Applies the namespace and the idle pod in which loads run; `image` is that of `ops`. The pod shares PostgreSQL's node, which no
 * step drains.
 */
export async function standLoad(image) {
  const labels = { 'foretell.io/may-call': 'surfaces', 'pod-security.kubernetes.io/enforce': 'restricted' };
  const place = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: CALLERS, labels } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'load', namespace: CALLERS }, data: { 'load.cjs': PROGRAM } },
  ];
  await kubectl(['apply', '-f', '-'], { input: list(place) });
  if (!(await attempt(['-n', CALLERS, 'get', 'pod', 'load'])).isDone) {
    const { spec } = await read('-n', STORES, 'get', 'pod', await primary());
    await kubectl(['apply', '-f', '-'], { input: list([idlePod('load', CALLERS, image, spec.nodeName)]) });
  }
  await kubectl(['-n', CALLERS, 'wait', '--for=condition=Ready', 'pod/load', '--timeout=3m']);
}

/** A list object of several objects. */
export function list(items) {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

/** A pod that waits for `kubectl exec`, and for connections on IDLE_PORT. */
export function idlePod(name, namespace, image, node) {
  const isLoad = name === 'load';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { 'app.kubernetes.io/name': name } },
    spec: {
      ...(node === undefined ? {} : { nodeName: node }),
      tolerations: [{ operator: 'Exists' }],
      terminationGracePeriodSeconds: 1,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name,
          image,
          env: isLoad ? [{ name: 'PAUSE_MS', value: process.env.LOAD_PAUSE_MS ?? '100' }] : [],
          command: [NODE, '-e', `require('node:net').createServer((socket) => socket.end()).listen(${IDLE_PORT})`],
          resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '512Mi' } },
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          volumeMounts: isLoad ? [{ name: 'load', mountPath: '/load', readOnly: true }] : [],
        },
      ],
      volumes: isLoad ? [{ name: 'load', configMap: { name: 'load' } }] : [],
    },
  };
}

/** A load that runs until it is stopped; `places` are the namespaces of services that are not in the site's. */
export class Load {
  #child;
  #out = '';
  #errors = '';
  #acknowledged = 0;
  #closed;

  constructor(places = {}) {
    this.#child = startKubectl(['-n', CALLERS, 'exec', '-i', 'load', '--', NODE, '/load/load.cjs', JSON.stringify(places)]);
    this.#child.stdout.setEncoding('utf8').on('data', (text) => (this.#out += text));
    this.#child.stderr.setEncoding('utf8').on('data', (text) => this.#heard(text));
    this.#child.stdin.on('error', () => undefined);
    this.#closed = new Promise((resolve) => this.#child.once('close', resolve));
  }

  /** Resolves after `orders` more acknowledged orders. */
  async moves(orders = 20) {
    const before = this.#acknowledged;
    await until('orders are acknowledged', () => this.#child.exitCode !== null || this.#acknowledged >= before + orders, 180_000);
    if (this.#child.exitCode !== null) throw new Error(`the load ended: ${this.#errors.slice(-2000)}`);
  }

  /** Ends the load and compares its result with the tables. */
  async stop() {
    this.#child.stdin.end();
    await this.#closed;
    if (this.#out === '') throw new Error(`the load ended without a result: ${this.#errors.slice(-2000)}`);
    const result = JSON.parse(this.#out);
    return { ...result, ...(await inRecord(result)) };
  }

  #heard(text) {
    const counts = [...text.matchAll(/^(\d+) acknowledged$/gm)];
    if (counts.length > 0) this.#acknowledged = Number(counts.at(-1)[1]);
    this.#errors = (this.#errors + text.replaceAll(/^\d+ acknowledged\n/gm, '')).slice(-10_000);
  }
}

/** How many acknowledged orders the tables lack, and how many they have twice. */
export async function inRecord({ acknowledged }) {
  await until('the tables are caught up with the journal', async () => {
    const [isCaughtUp] = await sql('select r.commit_number = j.commit_number from clob.recorder r, clob.journal_head j');
    return isCaughtUp === 't';
  });
  const statement = `
    create temp table acknowledged (id bytea);
    copy acknowledged from stdin;
${acknowledged.map((id) => `\\\\x${id.slice(2)}`).join('\n')}
\\.
    select count(*) filter (where n = 0), count(*) filter (where n > 1)
      from (select a.id, count(o.order_id) as n
              from acknowledged a left join clob.orders o on o.order_id = a.id group by a.id) found;`;
  const [line = '|'] = await sql(statement);
  const [lost, doubled] = line.split('|').map(Number);
  return { lost, doubled };
}

/** Runs `work` under a load that begins before it and ends after it; resolves with the load's result. */
export async function underLoad(work, places) {
  const load = new Load(places);
  await load.moves();
  const startedAt = Date.now();
  let error;
  await work(load).catch((cause) => (error = cause));
  const workMs = Date.now() - startedAt;
  if (error === undefined) await load.moves();
  const result = await load.stop();
  if (error !== undefined) throw error;
  return { ...result, workMs };
}
