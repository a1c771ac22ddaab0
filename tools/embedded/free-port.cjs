/** For ES modules (ports.mjs) and for specs, which are CommonJS (libs/testing): a port that stays whoever's it was given to. */
const { randomInt } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { createServer } = require('node:net');

/** Where the kernel's own choice begins unless it says otherwise: Linux's default. */
const KERNELS_FIRST = 32_768;
const PORTS = 20_000;
/** Below it are ports that browsers refuse to speak to. */
const LOWEST = 11_000;
const TRIES_MAX = 1_000;

/** Held until this process is gone, however it goes. */
const claims = [];

/**
 * A port of 127.0.0.1 that nobody listens on, and that nobody is given meanwhile: neither by the kernel, which takes those of
 * connections and of whoever asks for any port from its own range, nor by another process that asks here.
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
 * By a socket that has a name and no file: it is known as widely as a port is, and ends with its process. Only Linux has such.
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
