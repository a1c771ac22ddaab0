/** For ES modules (ports.mjs) and for specs, which are CommonJS (libs/testing): a port that stays reserved for its caller. */
const { randomInt } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { createServer } = require('node:net');

/** Start of the kernel's ephemeral range, unless configured otherwise: Linux's default. */
const KERNELS_FIRST = 32_768;
const PORTS = 20_000;
/** Browsers refuse to connect to some ports below it. */
const LOWEST = 11_000;
const TRIES_MAX = 1_000;

/** Reserved until this process ends. */
const claims = [];

/**
 * A port of 127.0.0.1 that no process listens on and that stays reserved. The kernel assigns ports from its own range, which this
 * avoids. Another process that calls this function gets another port.
 */
async function freePort() {
  const end = kernelsFirst();
  const from = Math.max(LOWEST, end - PORTS);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(from, end > from + 1_000 ? end : from + PORTS);
    if ((await claim(port)) && (await listens(createServer(), { port, host: '127.0.0.1' }, close))) return port;
  }
  throw new Error(`no port from ${from} on is free`);
}

function kernelsFirst() {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0]);
  } catch {
    return KERNELS_FIRST;
  }
}

/**
 * Claims the port by a socket that has a name and no file. Its scope equals that of a port, and it ends with its process. Linux
 * only.
 */
async function claim(port) {
  if (process.platform !== 'linux') return true;
  const door = createServer();
  const isOurs = await listens(door, { path: `\0foretell-port-${port}` });
  if (isOurs) claims.push(door.unref());
  return isOurs;
}

function listens(server, place, then = () => Promise.resolve()) {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(place, () => then(server).then(() => resolve(true)));
  });
}

function close(server) {
  return new Promise((resolve) => server.close(resolve));
}

module.exports = { freePort };
