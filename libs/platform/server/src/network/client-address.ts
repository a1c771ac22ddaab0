import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request that say who sent it. */
export interface SentRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The address of a request's sender: its peer, or the peer that the last trusted proxy reports. Further entries are not trusted.
 */
export function clientAddress(request: SentRequest, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((each) => withoutPort(each.trim()))
    .filter((each) => each !== '');
  const way = [...forwarded, peer];
  return way[Math.max(0, way.length - 1 - trustedProxies)] ?? peer;
}

/** Some proxies add the client's port, which differs per connection. */
const WITH_PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

function withoutPort(text: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  return ipv6 ?? ipv4 ?? text;
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The written form of an IPv4 address: a dual-stack socket reports it as an IPv6 one. */
export function plainAddress(address: string): string {
  return MAPPED_IPV4.exec(address)?.[1] ?? address;
}
