import { isIPv6 } from 'node:net';

/** As the services have it (CONNECTIONS_PER_ADDRESS); a network of IPv6 counts as its /48, which one customer easily obtains. */
const PER_ADDRESS = 1_000;
const REFUSED = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Refuses the connections of an address beyond its share unread, so that it cannot use all of the server's. Behind a proxy the
 * connections are the proxy's.
 */
export function boundByAddress(server) {
  const counts = new Map();
  // Node's own listener reads requests; a refused connection must not reach it.
  const takers = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    const holder = holderOf(socket.remoteAddress ?? '');
    const count = counts.get(holder) ?? 0;
    if (count >= PER_ADDRESS) return refuse(socket);
    counts.set(holder, count + 1);
    socket.once('close', () => {
      const left = counts.get(holder) - 1;
      if (left === 0) counts.delete(holder);
      else counts.set(holder, left);
    });
    for (const take of takers) take.call(server, socket);
  });
}

function refuse(socket) {
  socket.on('error', () => undefined);
  socket.end(REFUSED, () => socket.destroy());
}

/** An IPv4 address, or the first three groups of an IPv6 one. @public for its spec */
export function holderOf(address) {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const groups = plain.split('::', 1)[0].split(':');
  return [...groups, '0', '0']
    .slice(0, 3)
    .map((group) => group || '0')
    .join(':');
}
