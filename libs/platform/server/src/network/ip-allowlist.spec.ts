import { IpAllowlist } from './ip-allowlist';

describe('the allow-list', () => {
  it('admits everybody when it is empty', () => {
    for (const empty of ['', ' ']) expect(IpAllowlist.parse(empty)?.admits(undefined)).toBe(true);
  });

  it.each([
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['2001:db8::/32,::1', '2001:db8::5', true],
    ['2001:db8::/32,::1', '::1', true],
    ['2001:db8::/32', '10.1.2.3', false],
  ])('%s: %s -> %s', (list, address, admitted) => {
    expect(IpAllowlist.parse(list)?.admits(address)).toBe(admitted);
  });

  it('refuses a caller without an address when it is not empty', () => {
    expect(IpAllowlist.parse('10.0.0.0/8')?.admits(undefined)).toBe(false);
  });

  it.each([',', ' , ', '10.0.0.0/33', 'localhost', '10.0.0.0/8/8', '10.0.0.0/', '::1/129'])('cannot be %s', (list) => {
    expect(IpAllowlist.parse(list)).toBeNull();
  });
});
