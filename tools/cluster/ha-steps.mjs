/** The overlay `ha`: its stores are killed one after the other under load, and the standby is promoted by the page. */
import { kubectl, primary, read, rolledOut, rolledOutIn, SITE, sql, startKubectl, STORES, until } from './kubectl.mjs';
import { healthy } from './install-steps.mjs';
import { standLoad, underLoad } from './load.mjs';
import { runPage } from './page.mjs';

const SERVERS = ['nats-0', 'nats-1', 'nats-2'];
const FORWARDED_MS = 10_000;
const OVERLAY = 'deploy/k8s/overlays/ha';

/** Replaces the site of the steps before. */
async function installHa({ folder, image }) {
  for (const name of [SITE, STORES]) await kubectl(['delete', 'namespace', name, '--ignore-not-found']);
  const startedAt = Date.now();
  await runPage(folder, 'ha', { OVERLAY });
  await rolledOut('console', 'ops');
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  await runPage(folder, 'import');
  const nodes = await nodesOf([...SERVERS, 'postgres-0', 'postgres-1']);
  await standLoad(image);
  await until('each stream is on three servers', areStreamsWhole);
  const load = await underLoad((running) => running.moves(60));
  return { load, notes: [`ready after ${seconds} s; ${nodes}; each stream on three servers`, await healthy()] };
}

async function loseNats() {
  const seen = [];
  const load = await underLoad(async (running) => {
    for (const server of SERVERS) {
      const leads = (await streams()).filter(({ leader }) => leader === server).length;
      await kill(server);
      await rolledOutIn(STORES, 'sts/nats');
      await until('each stream is on three servers', areStreamsWhole);
      await running.moves();
      seen.push(`${server} (leader of ${leads} streams)`);
    }
  });
  return { load, notes: [`killed ${seen.join(', ')}; each stream whole again before the next`, await healthy()] };
}

async function loseStandby() {
  const standby = (await primary()) === 'postgres-0' ? 'postgres-1' : 'postgres-0';
  const load = await underLoad(async (running) => {
    await kill(standby);
    await isPaired(standby);
    await running.moves();
  });
  return { load, notes: [`killed ${standby}; it followed again on its own disk`, await healthy()] };
}

async function losePrimary() {
  const server = await primary();
  const load = await underLoad(async (running) => {
    await kill(server);
    await rolledOutIn(STORES, 'sts/postgres');
    await running.moves();
  });
  return { load, notes: [`killed ${server}: it came back on its own disk, nothing was promoted`, await healthy()] };
}

/** The primary's node accepts no pod until the standby is promoted, as if the machine were lost; then it returns. */
async function promote({ folder }) {
  const old = await primary();
  const PRIMARY = old === 'postgres-0' ? 'postgres-1' : 'postgres-0';
  const { spec } = await read('-n', STORES, 'get', 'pod', old);
  let promoted = 0;
  let paired = 0;
  const load = await underLoad(async (running) => {
    await kubectl(['cordon', spec.nodeName]);
    const startedAt = Date.now();
    try {
      await kill(old);
      await runPage(folder, 'promote', { OVERLAY, OLD: old, PRIMARY });
      promoted = Math.round((Date.now() - startedAt) / 1000);
    } finally {
      await kubectl(['uncordon', spec.nodeName]);
    }
    await isPaired(old);
    paired = Math.round((Date.now() - startedAt) / 1000);
    await running.moves();
  });
  const said = `${PRIMARY} took writes after ${promoted} s, ${old} was copied again and followed it after ${paired} s`;
  return { load, notes: [said, await healthy()] };
}

/** Like a crash: without a grace period. */
async function kill(pod) {
  await kubectl(['-n', STORES, 'delete', 'pod', pod, '--grace-period=0', '--force']);
}

function isPaired(standby) {
  const statement = `select count(*) from pg_stat_replication where application_name = '${standby}' and state = 'streaming'`;
  return until(`${standby} follows`, async () => (await sql(statement))[0] === '1', 300_000);
}

async function nodesOf(pods) {
  const { items } = await read('-n', STORES, 'get', 'pods');
  const nodeOf = (pod) => items.find(({ metadata }) => metadata.name === pod)?.spec.nodeName;
  return pods.map((pod) => `${pod} on ${nodeOf(pod)}`).join(', ');
}

async function areStreamsWhole() {
  const found = await streams();
  return found.length === 2 && found.every(({ replicas }) => replicas.length === 2 && replicas.every((each) => each.current));
}

/** The streams as their leaders report them: the leader, and whether the other servers have caught up. */
async function streams() {
  const all = await Promise.all(SERVERS.map((server) => streamsLedBy(server).catch(() => [])));
  return all.flat();
}

async function streamsLedBy(server) {
  const { account_details: accounts = [] } = await monitored(server, '/jsz?accounts=true&streams=true');
  return accounts
    .flatMap(({ stream_detail: details = [] }) => details)
    .filter(({ cluster }) => cluster?.leader === server)
    .map(({ cluster }) => ({ leader: server, replicas: cluster.replicas ?? [] }));
}

/** The status of a NATS server; its monitor accepts connections from its own pod only. */
async function monitored(server, path) {
  const forward = startKubectl(['-n', STORES, 'port-forward', `pod/${server}`, ':8222']);
  try {
    let printed = '';
    forward.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
    const port = await until('the port is forwarded', () => /127\.0\.0\.1:(\d+) /.exec(printed)?.[1], FORWARDED_MS);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(FORWARDED_MS) });
    return await answer.json();
  } finally {
    forward.kill();
  }
}

export const haSteps = [
  { name: 'ha', title: 'the overlay ha in an empty cluster', run: installHa, isInstall: true },
  { name: 'lose_nats', title: 'kill each of three NATS servers', run: loseNats },
  { name: 'lose_standby', title: 'kill the synchronous standby of PostgreSQL', run: loseStandby },
  { name: 'lose_primary', title: 'kill the primary of PostgreSQL', run: losePrimary },
  { name: 'promote', title: 'lose the primary and its node, promote the standby', run: promote },
];
