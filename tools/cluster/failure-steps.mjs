import { kubectl, podsOf, read, rolledOut, SITE, STORES, writer } from './kubectl.mjs';
import { healthy } from './install-steps.mjs';
import { CALLERS, underLoad } from './load.mjs';

const MOVES_MAX = 6;

/** Like a crash: without a grace period. */
async function killWriter() {
  const before = await writer();
  const load = await underLoad(async (running) => {
    await kubectl(['-n', SITE, 'delete', 'pod', before.metadata.name, '--grace-period=0', '--force']);
    await running.moves();
    await rolledOut('clob');
  });
  const after = await writer();
  if (after.metadata.name === before.metadata.name) throw new Error('the killed pod writes');
  return { load, notes: [await healthy()] };
}

/** A node with a replica and neither a store nor the load: the site must survive its loss. */
async function spareNode() {
  const taken = new Set();
  for (const namespace of [STORES, CALLERS]) {
    for (const { spec } of (await read('-n', namespace, 'get', 'pods')).items) taken.add(spec.nodeName);
  }
  return (await podsOf('clob')).map(({ spec }) => spec.nodeName).find((node) => !taken.has(node));
}

/** Moves the lease until its holder is on the node: a drain of another pod shows little. */
async function writeOn(node) {
  for (let moves = 0; moves < MOVES_MAX; moves += 1) {
    const { metadata, spec } = await writer();
    if (spec.nodeName === node) return true;
    await kubectl(['-n', SITE, 'delete', 'pod', metadata.name]);
    await rolledOut('clob');
  }
  return false;
}

async function drain() {
  const node = await spareNode();
  if (node === undefined) return { notes: ['not run: it needs a node with a replica of clob and no store'], isSkipped: true };
  const isWriter = await writeOn(node);
  try {
    const load = await underLoad(async (running) => {
      await kubectl(['drain', node, '--ignore-daemonsets', '--delete-emptydir-data', '--timeout=5m']);
      await rolledOut('clob', 'gamma', 'data', 'console');
      await running.moves();
    });
    const left = (await podsOf('clob')).filter(({ spec }) => spec.nodeName === node);
    if (left.length > 0) throw new Error('clob runs on the drained node');
    return { load, notes: [isWriter ? 'the writer was on it' : 'the writer was elsewhere', await healthy()] };
  } finally {
    await kubectl(['uncordon', node]);
  }
}

export const failureSteps = [
  { name: 'kill', title: 'kill the pod that writes', run: killWriter },
  { name: 'drain', title: 'drain a node', run: drain },
];
