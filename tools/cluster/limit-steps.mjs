import { attempt, evaluate, kubectl, podsOf, read, rolledOut, SITE, until } from './kubectl.mjs';
import { healthy } from './install-steps.mjs';
import { CALLERS, IDLE_PORT, idlePod, list, underLoad } from './load.mjs';

const STRANGERS = 'foretell-strangers';
const CONNECT_MS = 3_000;

const PLACES = {
  clob: ['clob.foretell.svc', 3001],
  gamma: ['gamma.foretell.svc', 3002],
  data: ['data.foretell.svc', 3003],
  console: ['console.foretell.svc', 3000],
  postgres: ['postgres-rw.foretell-stores.svc', 5432],
  nats: ['nats.foretell-stores.svc', 4222],
};

/**
 * The allowed connections by source; all others must be denied. "monitor" is port 9400 of a pod of clob, "outside" a pod without
 * a policy: a source that cannot reach it has no egress there.
 */
const OPEN = {
  load: ['clob', 'gamma', 'data', 'console', 'outside'],
  stranger: ['outside'],
  clob: ['postgres', 'nats'],
  gamma: ['postgres', 'nats'],
  data: ['postgres', 'nats'],
  console: ['gamma'],
  ops: ['nats', 'clob', 'gamma', 'data'],
};

async function network({ image }) {
  const pods = [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: STRANGERS } }, idlePod('stranger', STRANGERS, image)];
  await kubectl(['apply', '-f', '-'], { input: list(pods) });
  try {
    await kubectl(['-n', STRANGERS, 'wait', '--for=condition=Ready', 'pod/stranger', '--timeout=3m']);
    const [clob] = await podsOf('clob');
    const { status } = await read('-n', STRANGERS, 'get', 'pod', 'stranger');
    const places = { ...PLACES, monitor: [clob.status.podIP, 9400], outside: [status.podIP, IDLE_PORT] };
    const faults = [];
    for (const [who, open] of Object.entries(OPEN)) {
      const found = await reachable(who, places);
      // A pod reaches itself and its own monitor without the network.
      const others = Object.keys(places).filter((place) => !(who === 'clob' && place === 'monitor'));
      for (const place of others)
        if (found[place] !== open.includes(place)) faults.push(`${who} to ${place} is ${found[place] ? 'open' : 'closed'}`);
    }
    if (faults.length > 0) throw new Error(`NetworkPolicies: ${faults.join('; ')}`);
    const pairs = Object.keys(OPEN).length * Object.keys(places).length - 1;
    const opened = Object.values(OPEN).flat().length;
    return { notes: [`${pairs} pairs of caller and place: ${opened} open, ${pairs - opened} closed, as the policies say`] };
  } finally {
    await kubectl(['delete', 'namespace', STRANGERS]);
  }
}

/** The targets that a pod reaches. */
async function reachable(who, places) {
  const [namespace, target] = { load: [CALLERS, 'load'], stranger: [STRANGERS, 'stranger'] }[who] ?? [SITE, `deploy/${who}`];
  const code = `
    const { connect } = require('node:net');
    const reach = ([host, port]) => new Promise((resolve) => {
      const socket = connect({ host, port });
      const end = (isOpen) => (socket.destroy(), resolve(isOpen));
      socket.once('connect', () => end(true)).once('error', () => end(false)).setTimeout(${CONNECT_MS}, () => end(false));
    });
    const places = ${JSON.stringify(places)};
    Promise.all(Object.entries(places).map(async ([name, place]) => [name, await reach(place)]))
      .then((all) => console.log(JSON.stringify(Object.fromEntries(all))));`;
  return JSON.parse(await evaluate(namespace, target, code));
}

const BOUND = ['requests.cpu', 'requests.memory', 'limits.memory', 'pods'];

/** A namespace at its quota: running pods continue, new ones wait. */
async function quota() {
  const quotaOf = (hard) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'site', namespace: SITE },
    spec: { hard },
  });
  const roomy = { 'requests.cpu': '100', 'requests.memory': '1Ti', 'limits.memory': '1Ti', pods: '1000' };
  await kubectl(['apply', '-f', '-'], { input: JSON.stringify(quotaOf(roomy)) });
  try {
    const used = await until('the quota counts', async () => {
      const { status } = await read('-n', SITE, 'get', 'resourcequota', 'site');
      return BOUND.every((each) => status?.used?.[each] !== undefined) && status.used.pods !== '0' ? status.used : undefined;
    });
    await kubectl(['apply', '-f', '-'], { input: JSON.stringify(quotaOf(used)) });
    const load = await underLoad(async (running) => {
      await kubectl(['-n', SITE, 'rollout', 'restart', 'deploy/gamma']);
      await until('a pod is refused for want of room', async () =>
        (await kubectl(['-n', SITE, 'get', 'events', '--field-selector=reason=FailedCreate'])).includes('exceeded quota'),
      );
      await running.moves(50);
      await kubectl(['-n', SITE, 'delete', 'resourcequota', 'site']);
      await rolledOut('gamma');
    });
    return {
      load,
      notes: [
        `bounds ${used['requests.cpu']} CPU and ${used['requests.memory']} asked, ${used['limits.memory']} at most; a rollout of gamma waited, then went on`,
        await healthy(),
      ],
    };
  } finally {
    await attempt(['-n', SITE, 'delete', 'resourcequota', 'site', '--ignore-not-found']);
  }
}

export const limitSteps = [
  { name: 'network', title: 'NetworkPolicies: who reaches whom, and who does not', run: network },
  { name: 'quota', title: 'a ResourceQuota that leaves no room, and a rollout within it', run: quota },
];
