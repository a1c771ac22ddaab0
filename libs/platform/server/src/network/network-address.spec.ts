import type { IncomingMessage } from 'node:http';
import { networkAddress, networkOf, siteOf, turnOf } from './network-address';

function request(peer: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage;
}

describe('the network address that a request counts to', () => {
  it.each([
    ['the peer where no proxy is trusted, whatever it claims', request('203.0.113.9', '198.51.100.1'), 0, '203.0.113.9'],
    ['what the one trusted proxy says', request('10.0.0.1', '198.51.100.1'), 1, '198.51.100.1'],
    ['not what the caller made the proxy pass on', request('10.0.0.1', '1.1.1.1, 198.51.100.1'), 1, '198.51.100.1'],
    ['the one before two trusted proxies', request('10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2'), 2, '198.51.100.1'],
    ['one caller, whichever port the proxy reports', request('10.0.0.1', '198.51.100.1:50123'), 1, '198.51.100.1'],
    ['one network, whichever port the proxy reports', request('10.0.0.1', '[2001:db8:0:12::1]:50123'), 1, '2001:db8:0:12'],
    ['an IPv4 address in the other clothes as itself', request('::ffff:cb00:7109'), 0, '203.0.113.9'],
    ['the first that is known where fewer proxies spoke', request('10.0.0.1'), 2, '10.0.0.1'],
    ['an IPv4 address in IPv6 clothes as itself', request('::ffff:203.0.113.9'), 0, '203.0.113.9'],
    ['the network of an IPv6 address', request('2001:db8:0:12:aaaa:bbbb:cccc:dddd'), 0, '2001:db8:0:12'],
    ['the same network, shortened', request('2001:DB8:0000:0012::1'), 0, '2001:db8:0:12'],
    ['zeros in the middle', request('2001:db8::1'), 0, '2001:db8:0:0'],
    ['a link with its zone', request('fe80::1%eth0'), 0, 'fe80:0:0:0'],
  ])('is %s', (_, incoming, proxies, address) => {
    expect(networkAddress(incoming, proxies)).toBe(address);
  });
});

describe('the site of a network', () => {
  it.each([
    ['2001:db8:0:12::1', '2001:db8:0/48'],
    ['2001:db8::1', '2001:db8:0/48'],
    ['203.0.113.9', null],
    ['::ffff:203.0.113.9', null],
    ['', null],
  ])('of %s is %s', (address, site) => {
    expect([siteOf(networkOf(address)), turnOf(networkOf(address))]).toEqual([site, site ?? networkOf(address)]);
  });
});
