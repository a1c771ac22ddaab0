import { holdNewest } from '@foretell/platform-server';
import type { StreamBounds } from './stream-bounds';

const SECOND = 1_000;
/** What was not used is kept for so long. */
const BURST_SECONDS = 10;
/** What a book costs at least: a short one is looked up, framed and followed as a long one is. */
const LEAST_BYTES = 2 * 1024;
/** More addresses than have connections. */
const ADDRESSES_MAX = 20_000;

/** Bytes that may leave now, and since when that is so. */
interface Account {
  bytes: number;
  at: number;
}

/**
 * How many bytes of books, and of steps of resumed streams, a network address may have sent to it, and all addresses together.
 * Nobody is refused: whoever has used up his part waits for more of it. Source: docs/decisions/fairness.md.
 */
export class DumpBudget {
  private readonly addresses = new Map<string, Account>();
  private readonly all: Account;

  constructor(
    private readonly bounds: Pick<StreamBounds, 'addressBytesPerSecond' | 'bytesPerSecond'>,
    private readonly monotonic: () => number,
  ) {
    this.all = full(bounds.bytesPerSecond, monotonic());
  }

  /** Zero when the address may be sent something now. */
  waitMillis(address: string): number {
    const { addressBytesPerSecond, bytesPerSecond } = this.bounds;
    const own = this.addresses.get(address);
    const ofAll = this.waitOf(this.all, bytesPerSecond);
    return own === undefined ? ofAll : Math.max(ofAll, this.waitOf(own, addressBytesPerSecond));
  }

  /** What was sent, and of how many books. It may be more than there was: the address waits longer then. */
  spend(address: string, bytes: number, books: number): void {
    let own = this.addresses.get(address);
    if (own === undefined) {
      own = full(this.bounds.addressBytesPerSecond, this.monotonic());
      holdNewest(this.addresses, address, own, ADDRESSES_MAX);
    }
    const cost = Math.max(bytes, books * LEAST_BYTES);
    this.refilled(own, this.bounds.addressBytesPerSecond).bytes -= cost;
    this.refilled(this.all, this.bounds.bytesPerSecond).bytes -= cost;
  }

  private waitOf(account: Account, perSecond: number): number {
    const { bytes } = this.refilled(account, perSecond);
    return bytes > 0 ? 0 : Math.ceil(((1 - bytes) * SECOND) / perSecond);
  }

  private refilled(account: Account, perSecond: number): Account {
    const now = this.monotonic();
    account.bytes = Math.min(perSecond * BURST_SECONDS, account.bytes + ((now - account.at) * perSecond) / SECOND);
    account.at = now;
    return account;
  }
}

function full(perSecond: number, at: number): Account {
  return { bytes: perSecond * BURST_SECONDS, at };
}
