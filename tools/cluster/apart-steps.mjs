import { attempt, kubectl, read, rolledOut, rolledOutIn, SITE } from './kubectl.mjs';
import { healthy } from './install-steps.mjs';
import { underLoad } from './load.mjs';
import { nameVersion, runPage } from './page.mjs';

const PARTS = ['clob', 'gamma', 'data', 'console'];
const PLACES = Object.fromEntries(PARTS.map((part) => [part, `foretell-${part}`]));
const REPLICAS = { clob: 2, gamma: 1, data: 1, console: 1 };

/**
 * Moves each service into its own namespace; the stores stay. Then scales and upgrades each one, while the revisions and restarts
 * of the others must not change.
 */
async function apart({ folder, tag, next }) {
  const changed = [];
  try {
    await scaleSite(() => 0);
    await runPage(folder, 'apart');
    if (next !== undefined) nameVersion(folder, next);
    const load = await underLoad(async (running) => {
      for (const part of PARTS) {
        const before = await besides(part);
        await changeAlone(folder, part);
        await running.moves();
        const after = await besides(part);
        if (after !== before) throw new Error(`${part} was changed, and of the others ${before} became ${after}`);
        changed.push(part);
      }
    }, PLACES);
    const to = next === undefined ? 'to the same version' : 'to images of another tag';
    return { load, notes: [`${changed.join(', ')}: installed, scaled and upgraded ${to}, each alone`, await healthy()] };
  } finally {
    nameVersion(folder, tag);
    for (const namespace of Object.values(PLACES)) await attempt(['delete', 'namespace', namespace, '--ignore-not-found']);
    await scaleSite((part) => REPLICAS[part]);
    await rolledOut(...PARTS);
  }
}

async function scaleSite(replicasOf) {
  for (const part of PARTS) await kubectl(['-n', SITE, 'scale', `deploy/${part}`, `--replicas=${replicasOf(part)}`]);
}

/** One replica more, then the next version of this part. */
async function changeAlone(folder, part) {
  const deployment = ['-n', PLACES[part], 'get', 'deploy', part];
  const { spec } = await read(...deployment);
  await kubectl(['-n', PLACES[part], 'scale', `deploy/${part}`, `--replicas=${spec.replicas + 1}`]);
  await rolledOutIn(PLACES[part], `deploy/${part}`);
  const { metadata } = await read(...deployment);
  await kubectl(['apply', '-k', `${folder}/deploy/k8s/overlays/apart/${part}`]);
  if ((await read(...deployment)).metadata.generation === metadata.generation)
    await kubectl(['-n', PLACES[part], 'rollout', 'restart', `deploy/${part}`]);
  await rolledOutIn(PLACES[part], `deploy/${part}`);
}

/** Revisions and restarts of the other services: neither may change. */
async function besides(part) {
  const others = PARTS.filter((each) => each !== part);
  const found = others.map(async (each) => {
    const { metadata } = await read('-n', PLACES[each], 'get', 'deploy', each);
    const { items } = await read('-n', PLACES[each], 'get', 'pods');
    const starts = items.flatMap(({ status }) => status.containerStatuses ?? []).map(({ restartCount }) => restartCount);
    const revision = metadata.annotations['deployment.kubernetes.io/revision'];
    return `${each} ${revision}, started again ${starts.reduce((sum, count) => sum + count, 0)}`;
  });
  return (await Promise.all(found)).join('; ');
}

export const apartSteps = [{ name: 'apart', title: 'each service alone, in a namespace of its own', run: apart }];
