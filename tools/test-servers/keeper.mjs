/** Runs the throw-away servers of this checkout while a lease exists: see lease.mjs. */
import { rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../embedded/processes.mjs';
import { startThrowAwayServers } from '../embedded/throw-away.mjs';
import { migrationsStamp, prepareTemplate, TEMPLATE_DATABASE } from '../template-database.mjs';
import { MEETING_PLACE } from './lease.mjs';

const LOOK_MS = 250;
/**
 * The next lease may come shortly after the last one ended. Counts checks instead of time, because starting PostgreSQL blocks
 * this process.
 */
const LINGER_LOOKS = 8;

const holders = new Set();
const runs = new Set();
const templates = new Map();
let servers;
let queue = Promise.resolve();
let isWanted = true;
let isClosing = false;
let idleLooks = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isWanted = false));

const door = createServer(welcome);
log('looking for the place');
if (!(await takePlace())) {
  log('another keeper is running');
  process.exit(0);
}
servers = startThrowAwayServers({ nats: true });
servers.then(
  ({ folder }) => log(`the servers are ready: ${folder}`),
  (error) => log(error.stack),
);
servers.catch(() => (isWanted = false));
while (isWanted) {
  await delay(LOOK_MS);
  for (const run of runs) if (!isAlive(run)) runs.delete(run);
  idleLooks = holders.size > 0 || runs.size > 0 ? 0 : idleLooks + 1;
  isWanted &&= idleLooks < LINGER_LOOKS;
}
// From here on new clients find no keeper, or are refused, and start their own.
isClosing = true;
log('stopping');
door.close();
holders.forEach((socket) => socket.destroy());
await servers.then((started) => started.stop()).catch(() => undefined);
process.exit(0);

/** @returns false when another keeper is running. Takes over the socket of a killed one. */
async function takePlace() {
  if (await listens()) return true;
  if (await answers()) return false;
  rmSync(MEETING_PLACE, { force: true });
  return listens();
}

function listens() {
  return new Promise((resolve) => {
    door.once('error', () => resolve(false));
    door.listen(MEETING_PLACE, () => resolve(true));
  });
}

function answers() {
  return new Promise((resolve) => {
    const socket = createConnection(MEETING_PLACE);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function welcome(socket) {
  if (isClosing) return socket.destroy();
  let text = '';
  holders.add(socket);
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.once('close', () => holders.delete(socket));
  socket.on('data', (piece) => {
    text += piece;
    if (!text.includes('\n')) return;
    const { run } = JSON.parse(text);
    if (run !== null) runs.add(run);
    void variables()
      .then(
        (found) => ({ variables: found }),
        (error) => ({ fault: `The test servers could not be started: ${error.message}` }),
      )
      .then((answer) => !isClosing && socket.writable && socket.write(`${JSON.stringify(answer)}\n`));
  });
}

async function variables() {
  const { databaseUrl, natsUrl } = await servers;
  return { TEST_DATABASE_URL: databaseUrl, TEST_TEMPLATE_DATABASE: await template(databaseUrl), NATS_URL: natsUrl };
}

/** A template for each state of prisma/migrations: a new migration does not require a restart of the servers. */
function template(databaseUrl) {
  const stamp = migrationsStamp();
  const name = `${TEMPLATE_DATABASE}_${stamp.slice(0, 12)}`;
  if (!templates.has(stamp))
    templates.set(
      stamp,
      oneByOne(() => prepareTemplate(databaseUrl, name)).then(() => name),
    );
  return templates.get(stamp).catch((error) => {
    templates.delete(stamp);
    throw error;
  });
}

function oneByOne(work) {
  queue = queue.catch(() => undefined).then(work);
  return queue;
}

function log(line) {
  process.stdout.write(`${new Date().toISOString()} ${process.pid} ${line}\n`);
}
