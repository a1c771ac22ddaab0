import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { clientAddress } from '@foretell/platform-server';

const MAPPED = '::ffff:';
/** Of an IPv6 address, what a network hands out to one customer. */
const NETWORK_GROUPS = 4;

/**
 * Whom a request is counted to: who sent it. An IPv6 address counts by its first 64 bits, because its owner has all of the rest.
 * Source: decisions, Limits.
 */
export function networkAddress(request: IncomingMessage, trustedProxies: number): string {
  return networkOf(clientAddress(request, trustedProxies));
}

function networkOf(address: string): string {
  if (address.toLowerCase().startsWith(MAPPED)) return address.slice(MAPPED.length);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last]
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
