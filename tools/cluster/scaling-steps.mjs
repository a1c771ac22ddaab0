import { attempt, kubectl, NODE, read, rolledOut, SITE, startKubectl, until } from './kubectl.mjs';
import { healthy } from './install-steps.mjs';
import { CALLERS, underLoad } from './load.mjs';

const METRICS_MS = 120_000;
const SCALED_MS = 240_000;
/** Clients that request the catalog without a pause, in addition to the load. */
const CALLERS_BESIDE = 6;

/** CPU use above one catalog's request starts a second replica, by a metrics source. */
async function autoscale() {
  const source = await attempt(['get', '--raw', '/apis/metrics.k8s.io/v1beta1/nodes']);
  if (!source.isDone) return { notes: ['not run: the cluster has no metrics source'] };
  const first = await until(
    'the autoscaler reads CPU time',
    () => scaler().then((each) => each.used !== undefined && each),
    METRICS_MS,
  );
  const before = first.replicas;
  // Earlier steps may have scaled it to its maximum.
  const setMost = (most) => kubectl(['-n', SITE, 'patch', 'hpa', 'gamma', '-p', JSON.stringify({ spec: { maxReplicas: most } })]);
  await setMost(Math.max(first.most, before + 1));
  let seconds = 0;
  let reached = {};
  const load = await underLoad(async (running) => {
    const beside = startKubectl(['-n', CALLERS, 'exec', '-i', 'load', '--', NODE, '-e', ASK]);
    const startedAt = Date.now();
    try {
      reached = await until(
        'the autoscaler adds a replica',
        async () => {
          const now = await scaler();
          return now.replicas > before && now;
        },
        SCALED_MS,
      );
      await rolledOut('gamma');
      seconds = Math.round((Date.now() - startedAt) / 1000);
      await running.moves();
    } finally {
      beside.kill();
      await setMost(first.most);
    }
  });
  const said = `from ${before} to ${reached.replicas} replicas of gamma at ${reached.used} % of what it asks for (70 % is the aim)`;
  return { load, notes: [`${said}, ready ${seconds} s after the work began`, await healthy()] };
}

/** Desired replicas of the catalog's autoscaler, and its pods' CPU in per cent of their request; undefined without a source. */
async function scaler() {
  const { spec, status } = await read('-n', SITE, 'get', 'hpa', 'gamma');
  const [metric] = status.currentMetrics ?? [];
  return { replicas: status.desiredReplicas, most: spec.maxReplicas, used: metric?.resource?.current?.averageUtilization };
}

const ASK = `
  const ask = async () => { for (;;) await fetch('http://gamma.foretell.svc:3002/events?limit=100').then((a) => a.text(), () => 0); };
  process.stdin.on('end', () => process.exit()).resume();
  for (let n = 0; n < ${CALLERS_BESIDE}; n += 1) void ask();`;

export const scalingSteps = [{ name: 'autoscale', title: 'an autoscaler adds a replica by CPU time', run: autoscale }];
