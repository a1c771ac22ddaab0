import { BlockList, isIP } from 'node:net';
import { plainAddress } from './client-address';

const PREFIX_MAX = { ipv4: 32, ipv6: 128 } as const;

/** The network addresses that may call. An empty list admits everybody. */
export class IpAllowlist {
  private constructor(private readonly allowed: BlockList | null) {}

  /**
   * Parses addresses and CIDR ranges separated by commas; null when one of them is neither. Commas alone are no empty list: they
   * are what a template leaves whose variables are unset.
   */
  static parse(text: string): IpAllowlist | null {
    if (text.trim() === '') return new IpAllowlist(null);
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    const allowed = new BlockList();
    return entries.length > 0 && entries.every((entry) => addEntry(allowed, entry)) ? new IpAllowlist(allowed) : null;
  }

  /** Only an empty list admits an unknown address. */
  admits(address: string | undefined): boolean {
    if (this.allowed === null) return true;
    if (address === undefined) return false;
    const plain = plainAddress(address);
    const family = familyOf(plain);
    return family !== null && this.allowed.check(plain, family);
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6';
}

function addEntry(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = familyOf(address);
  if (family === null || rest.length > 0) return false;
  if (prefix === undefined) {
    list.addAddress(address, family);
    return true;
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > PREFIX_MAX[family]) return false;
  list.addSubnet(address, Number(prefix), family);
  return true;
}
