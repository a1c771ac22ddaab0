import { siteOf } from './network-address';

/** Number of connections of each holder, up to a maximum. */
export class Connections {
  private readonly counts = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** False when the holder is at the maximum. */
  enter(holder: string): boolean {
    const count = this.counts.get(holder) ?? 0;
    if (count >= this.max) return false;
    this.counts.set(holder, count + 1);
    return true;
  }

  leave(holder: string): void {
    const count = (this.counts.get(holder) ?? 0) - 1;
    if (count > 0) this.counts.set(holder, count);
    else this.counts.delete(holder);
  }
}

/** The limit of an IPv6 site as a multiple of an address's; the same as in the request limits. */
const SITE_TIMES = 4;

/** The limit that an address has reached. */
export type ReachedBound = 'address' | 'site';

/** The number of connections of each network address, and of all networks of an IPv6 site together. */
export class NetworkConnections {
  readonly max: Readonly<Record<ReachedBound, number>>;
  private readonly addresses: Connections;
  private readonly sites: Connections;

  constructor(perAddress: number) {
    this.max = { address: perAddress, site: SITE_TIMES * perAddress };
    this.addresses = new Connections(this.max.address);
    this.sites = new Connections(this.max.site);
  }

  /** The limit that refuses the address one more; null when the connection was counted. */
  enter(address: string): ReachedBound | null {
    if (!this.addresses.enter(address)) return 'address';
    const site = siteOf(address);
    if (site === null || this.sites.enter(site)) return null;
    this.addresses.leave(address);
    return 'site';
  }

  leave(address: string): void {
    this.addresses.leave(address);
    const site = siteOf(address);
    if (site !== null) this.sites.leave(site);
  }
}
