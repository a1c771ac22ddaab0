import { kubectl, read, rolledOut, SITE, sql, until } from './kubectl.mjs';
import { healthy } from './install-steps.mjs';
import { underLoad } from './load.mjs';
import { nameVersion, runPage } from './page.mjs';

const SERVED = ['data', 'gamma', 'clob', 'console'];
const NEXT = '29990101000000_cluster_test';
const SETTLE_MS = 10_000;

async function roll() {
  const load = await underLoad(async () => {
    for (const name of SERVED) {
      await kubectl(['-n', SITE, 'rollout', 'restart', `deploy/${name}`]);
      await rolledOut(name);
    }
  });
  return { load, notes: [await healthy()] };
}

/** Upgrades to the images of --next. Without --next the images stay the same, which tests the commands without a rollout. */
async function upgrade({ folder, next }) {
  if (next !== undefined) nameVersion(folder, next);
  const load = await underLoad(() => runPage(folder, 'upgrade', { OVERLAY: 'deploy/k8s/overlays/local' }));
  if (next === undefined) return { load, notes: ['to the same version', await healthy()] };
  const { items } = await read('-n', SITE, 'get', 'deploy');
  const old = items.filter(({ spec }) => !spec.template.spec.containers[0].image.endsWith(`:${next}`));
  if (old.length > 0) throw new Error(`not of the next version: ${old.map(({ metadata }) => metadata.name).join(', ')}`);
  return { load, notes: ['to images of another tag', await healthy()] };
}

/** A release of gamma with one more migration than the database: its pods wait, the old ones serve. */
async function migration() {
  const named = { name: 'next', configMap: { name: 'next-migration' } };
  const mount = { name: 'next', mountPath: `/app/prisma/migrations/${NEXT}`, readOnly: true };
  const sources = { 'migration.sql': 'CREATE TABLE "gamma"."cluster_test" ("id" INTEGER NOT NULL);\n' };
  const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'next-migration', namespace: SITE }, data: sources };
  await kubectl(['apply', '-f', '-'], { input: JSON.stringify(config) });
  const patch = [
    { op: 'add', path: '/spec/template/spec/volumes', value: [named] },
    { op: 'add', path: '/spec/template/spec/initContainers/0/volumeMounts', value: [mount] },
  ];
  let said = '';
  const load = await underLoad(async (running) => {
    await kubectl(['-n', SITE, 'patch', 'deploy/gamma', '--type=json', '-p', JSON.stringify(patch)]);
    said = await until('a pod waits for the migration', () => waiting());
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    if ((await waiting()) === undefined) throw new Error('the rollout did not wait for the migration');
    await running.moves();
    await kubectl(['create', '-f', '-'], { input: JSON.stringify(await nextJob(named, mount)) });
    await kubectl(['-n', SITE, 'wait', '--for=condition=complete', 'job/migrate-next', '--timeout=5m']);
    await rolledOut('gamma');
    // Rolls back without the migration: the earlier version works with it.
    await kubectl(['-n', SITE, 'rollout', 'undo', 'deploy/gamma']);
    await rolledOut('gamma');
  });
  await kubectl(['-n', SITE, 'delete', 'job/migrate-next', 'configmap/next-migration']);
  await sql(`DROP TABLE gamma.cluster_test; DELETE FROM public._prisma_migrations WHERE migration_name = '${NEXT}'`);
  return { load, notes: [`the pod said "${said}"; after the Job it went on, and back by rollout undo`, await healthy()] };
}

/** What a pod of gamma waits for, by its log. */
async function waiting() {
  const { items } = await read('-n', SITE, 'get', 'pods', '-l', 'app.kubernetes.io/name=gamma');
  for (const { metadata } of items) {
    const log = await kubectl(['-n', SITE, 'logs', metadata.name, '-c', 'migrations', '--tail=1']).catch(() => '');
    if (log.includes(NEXT)) return log.trim();
  }
  return undefined;
}

/** The Job `migrate` of that release. */
async function nextJob(named, mount) {
  const { spec } = await read('-n', SITE, 'get', 'job', 'migrate');
  const { metadata, spec: pod } = spec.template;
  const labels = Object.fromEntries(Object.entries(metadata.labels).filter(([key]) => key.startsWith('app.kubernetes.io/')));
  pod.volumes = [named];
  pod.containers[0].volumeMounts = [mount];
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'migrate-next', namespace: SITE },
    spec: { backoffLimit: 2, template: { metadata: { labels }, spec: pod } },
  };
}

/** A changed setting rolls clob forward; it goes back while the new one is used. */
async function undo({ folder }) {
  const levelOf = async () => {
    const { spec } = await read('-n', SITE, 'get', 'deploy', 'clob');
    return spec.template.spec.containers[0].env.find(({ name }) => name === 'LOG_LEVEL')?.value;
  };
  const load = await underLoad(async (running) => {
    await kubectl(['-n', SITE, 'set', 'env', 'deploy/clob', '-c', 'clob', 'LOG_LEVEL=warn']);
    await rolledOut('clob');
    await running.moves();
    await runPage(folder, 'undo');
    await rolledOut('clob');
  });
  if ((await levelOf()) !== undefined) throw new Error('the setting is still the new one');
  return { load, notes: [await healthy()] };
}

export const restartStep = { name: 'roll', title: 'restart every service, one after the other', run: roll };
export const rolloutSteps = [
  { name: 'migration', title: 'a rollout that waits for a migration, and back', run: migration },
  { name: 'upgrade', title: 'the upgrade as the page says it', run: upgrade },
  { name: 'undo', title: 'a changed setting of clob, and rollout undo', run: undo },
];
