import type { IncomingMessage } from 'node:http';

/** Who sent a request: its peer, or what the last of the trusted proxies says of its peer. More claims are not believed. */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return peer;
  const told = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((each) => withoutPort(each.trim()))
    .filter((each) => each !== '');
  const way = [...told, peer];
  return way[Math.max(0, way.length - 1 - trustedProxies)] ?? peer;
}

/** Some proxies tell the caller's port as well, and each connection has another. */
const WITH_PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

function withoutPort(told: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(told) ?? [];
  return ipv6 ?? ipv4 ?? told;
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IPv4 address as it is written: a socket that takes both families gives it as one of IPv6. */
export function plainAddress(address: string): string {
  return MAPPED_IPV4.exec(address)?.[1] ?? address;
}
