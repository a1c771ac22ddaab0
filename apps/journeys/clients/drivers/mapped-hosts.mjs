/**
 * For clients whose hosts are in their code: a TLS connection to one of these hosts becomes a cleartext connection to the mapped
 * address; other hosts are unreachable. The packages stay unchanged.
 */
import net from 'node:net';
import tls from 'node:tls';

/** Name of a host to an http or ws address. */
export function mapHosts(addresses) {
  tls.connect = (...words) => {
    const { host, servername } = words.find((word) => typeof word === 'object') ?? {};
    const address = addresses[host ?? servername];
    if (address === undefined) return refused(host ?? servername);
    const { hostname, port } = new URL(address);
    const socket = net.connect({ host: hostname, port: Number(port) });
    socket.authorized = true;
    return socket.once('connect', () => socket.emit('secureConnect'));
  };
}

function refused(host) {
  const socket = new net.Socket();
  setImmediate(() => socket.destroy(new Error(`${host} is no host of the site`)));
  return socket;
}
