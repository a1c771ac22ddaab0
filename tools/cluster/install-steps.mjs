import { attempt, evaluate, kubectl, ops, podsOf, read, restarts, rolledOut, SITE, STORES, until } from './kubectl.mjs';
import { underLoad } from './load.mjs';
import { runPage } from './page.mjs';
import { usage } from './usage.mjs';

const DOCTOR_MS = 120_000;
const BASELINE_MS = 20_000;
const PAUSE = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves with the doctor's last line once every check passes: readers are a few hundred milliseconds behind. */
export async function healthy() {
  let last = '';
  await until(
    'the doctor is green',
    async () => {
      const { isDone, text } = await ops('doctor');
      last = text;
      return isDone;
    },
    DOCTOR_MS,
  ).catch((error) => {
    throw new Error(`${error.message}\n${last.slice(-3000)}`);
  });
  return last.trimEnd().split('\n').at(-1).trim();
}

async function install({ folder }) {
  for (const name of [SITE, STORES]) {
    const { isDone } = await attempt(['get', 'namespace', name]);
    if (isDone) throw new Error(`the namespace ${name} is there: the test installs into an empty cluster`);
  }
  const startedAt = Date.now();
  await runPage(folder, 'install');
  await rolledOut('console', 'ops');
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const before = await specs();
  const again = await kubectl(['apply', '-k', `${folder}/deploy/k8s/overlays/local`]);
  const after = await specs();
  const changed = [...after].filter(([object, spec]) => before.get(object) !== spec).map(([object]) => object);
  if (changed.length > 0) throw new Error(`a second apply changes ${changed.join(', ')}`);
  const objects = again.trimEnd().split('\n').length;
  return { notes: [`${objects} objects, ready after ${seconds} s; a second apply changes none; ${await restarts()} restarts`] };
}

/** The spec of every object of the site, by kind, namespace and name, without replicas: an autoscaler changes them. */
async function specs() {
  const kinds = 'deploy,sts,cronjob,job,networkpolicy,pdb,ingress,hpa,service,configmap,secret,serviceaccount,pvc';
  const lists = await Promise.all([SITE, STORES].map((namespace) => read('-n', namespace, 'get', kinds)));
  return new Map(
    lists
      .flatMap(({ items }) => items)
      .map(({ kind, metadata, data, spec }) => [
        `${metadata.namespace} ${kind} ${metadata.name}`,
        JSON.stringify(data ?? (spec === undefined ? null : { ...spec, replicas: undefined })),
      ]),
  );
}

async function importCatalog({ folder }) {
  const printed = await runPage(folder, 'import');
  await until('trading lists the markets', async () => {
    const code = `fetch('http://127.0.0.1:3001/markets').then((a) => a.json()).then(({ data }) => console.log(data.length))`;
    const [pod] = await podsOf('clob');
    return Number(await evaluate(SITE, pod.metadata.name, code)) > 0;
  });
  const checks = /\d+ checks hold/.exec(printed)?.[0] ?? (await healthy());
  return { notes: [`the sample catalog by standard input; doctor: ${checks}`] };
}

async function trade(context) {
  const load = await underLoad(async () => {
    await PAUSE(BASELINE_MS);
    context.usage.trade = await usage();
  });
  return { load, notes: [await healthy()] };
}

async function scale({ folder }) {
  const load = await underLoad(async () => {
    await runPage(folder, 'scale');
    await rolledOut('clob');
  });
  const pods = await podsOf('clob');
  if (pods.length !== 3) throw new Error(`clob has ${pods.length} pods`);
  const nodes = new Set(pods.map(({ spec }) => spec.nodeName));
  return { load, notes: [`three replicas on ${nodes.size} nodes`] };
}

/** Versions of the cluster, for the report. */
export async function versions() {
  const [{ serverVersion, clientVersion }, nodes, stores] = await Promise.all([
    read('version'),
    read('get', 'nodes'),
    read('-n', STORES, 'get', 'pods').catch(() => ({ items: [] })),
  ]);
  const infos = nodes.items.map(({ status }) => status.nodeInfo);
  return {
    server: serverVersion.gitVersion,
    client: clientVersion.gitVersion,
    nodes: nodes.items.length,
    runtime: [...new Set(infos.map(({ containerRuntimeVersion }) => containerRuntimeVersion))].join(', '),
    stores: [...new Set(stores.items.flatMap(({ spec }) => spec.containers).map(({ image }) => image))],
  };
}

export const installSteps = [
  {
    name: 'install',
    title: 'install the local overlay into a cluster that has none of it; apply it again',
    run: install,
    isInstall: true,
  },
  { name: 'import', title: 'import the sample catalog; doctor', run: importCatalog },
  { name: 'trade', title: 'signed orders and reads for 20 s, nothing else', run: trade },
  { name: 'scale', title: 'clob to three replicas', run: scale },
];
