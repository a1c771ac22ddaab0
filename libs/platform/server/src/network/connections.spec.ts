import { NetworkConnections } from './connections';

describe('the connections of networks', () => {
  it('are limited by address, and to four times as many for an IPv6 site', () => {
    const held = new NetworkConnections(2);
    const networks = ['2001:db8:0:1', '2001:db8:0:2', '2001:db8:0:3', '2001:db8:0:4', '2001:db8:0:5'];
    expect(networks.flatMap((network) => [held.enter(network), held.enter(network), held.enter(network)])).toEqual([
      ...[null, null, 'address'],
      ...[null, null, 'address'],
      ...[null, null, 'address'],
      ...[null, null, 'address'],
      ...['site', 'site', 'site'],
    ]);
    expect([held.enter('2001:db8:1:1'), held.enter('203.0.113.9')]).toEqual([null, null]);
    held.leave('2001:db8:0:1');
    expect([held.enter('2001:db8:0:5'), held.enter('2001:db8:0:5')]).toEqual([null, 'site']);
  });
});
