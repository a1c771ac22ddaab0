import type { IncomingMessage } from 'node:http';

/** Who sent a request: its peer, or what the last of the trusted proxies says of its peer. More claims are not believed. */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return peer;
  const told = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const way = [...told, peer];
  return way[Math.max(0, way.length - 1 - trustedProxies)] ?? peer;
}
