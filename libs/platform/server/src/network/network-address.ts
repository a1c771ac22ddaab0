import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { clientAddress } from './client-address';

const MAPPED = '::ffff:';
/** The groups of an IPv6 address that a provider assigns to one customer as a network. */
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;

/**
 * The network address that a request counts to: its sender's. An IPv6 address counts by its first 64 bits, because its owner has
 * all of the rest. Source: interface, Limits.
 */
export function networkAddress(request: IncomingMessage, trustedProxies: number): string {
  return networkOf(clientAddress(request, trustedProxies));
}

/** The same for an address. */
export function networkOf(address: string): string {
  const mapped = address.toLowerCase().startsWith(MAPPED) ? address.slice(MAPPED.length) : null;
  if (mapped !== null) return isIPv4(mapped) ? mapped : dotted(mapped);
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

/**
 * The range of IPv6 networks that one customer can easily obtain, from a network as returned by networkOf. Null for an IPv4
 * address.
 */
export function siteOf(network: string): string | null {
  const groups = network.split(':');
  return groups.length === NETWORK_GROUPS ? `${groups.slice(0, SITE_GROUPS).join(':')}/48` : null;
}

/** The holder of one turn in queues: a site, or an IPv4 address. A site has 65,536 networks. */
export function turnOf(network: string): string {
  return siteOf(network) ?? network;
}

/** The last two groups of an IPv6 address as an IPv4 one. */
function dotted(groups: string): string {
  const [high = 0, low = 0] = groups.split(':').map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
