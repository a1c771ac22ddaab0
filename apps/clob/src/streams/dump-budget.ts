import { holdNewest } from '@foretell/platform-server';
import type { StreamBounds } from './stream-bounds';

const SECOND = 1_000;
/** Unused budget accumulates for this long. */
const BURST_SECONDS = 10;
/** Minimum charge of a book: a short one costs as much to look up, frame and follow as a long one. */
const LEAST_BYTES = 2 * 1024;
/** More than the number of connected addresses. */
const ADDRESSES_MAX = 20_000;

/** Bytes that may be sent now, and as of when. */
interface Account {
  bytes: number;
  at: number;
}

/**
 * Limits the bytes of books, and of steps of resumed streams, sent to each network address and to all addresses together.
 * Nothing is refused: an address over its budget waits. Source: docs/decisions/fairness.md.
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

  /** Charges what was sent, and the number of books. It may exceed the budget: the address then waits longer. */
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
