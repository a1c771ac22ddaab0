import { FairQueue, type Party } from '@foretell/platform-server';
import type { Submission } from './submission';

/** A queued command, and when it was queued by a monotonic clock. */
export interface Queued {
  readonly submission: Submission;
  readonly since: number;
}

/** Cancels take at most three quarters of a batch while others wait: a flood of cancels does not stop trading. */
const CANCELS_PART = 0.75;
/** Limit for cancels, and separately for the rest: new work does not displace cancels. */
const WAITING_MAX = 20_000;
/** Limit for one wallet: no wallet has more open orders. */
const WALLET_CANCELS_MAX = 5_000;

/**
 * The writer's queue, cancels first: cancels do not wait behind new orders. Reordering is never observable: a cancel of an
 * order that is still queued, and a cancel-all of a wallet that has queued orders, stay behind those orders. Networks take
 * turns, and wallets within a network; commands of one batch are applied in arrival order. Source: interface, Limits;
 * docs/decisions/admission.md, fairness.md.
 */
export class CommandQueue<T extends Queued> {
  /** Taken before, and put back. */
  private again: T[] = [];
  private readonly cancels = new FairQueue<T>();
  private readonly rest = new FairQueue<T>();
  /** Wallet by order id, of the orders that are queued or being matched. */
  private readonly orders = new Map<string, string>();
  /** Number of copies by order id, of orders that were sent again while the first one waited. */
  private readonly copies = new Map<string, number>();
  /** Number of these orders by wallet. */
  private readonly wallets = new Map<string, number>();

  get length(): number {
    return this.again.length + this.cancels.size + this.rest.size;
  }

  /** Whether all of them may be pushed: false when too many of their kind, or too many cancels of a wallet, are queued. */
  hasCapacityFor(submissions: readonly Submission[]): boolean {
    let cancels = 0;
    for (const { command } of submissions) {
      if (command.type !== 'cancelOrder' && command.type !== 'cancelOrders') continue;
      cancels += 1;
      if (this.cancels.sizeOf(command.wallet) + cancels > WALLET_CANCELS_MAX) return false;
    }
    const others = submissions.length - cancels;
    return (others === 0 || this.rest.size + others <= WAITING_MAX) && this.length + submissions.length <= 2 * WAITING_MAX;
  }

  /** The most commands that go before the next one of this network. */
  aheadOf(address: string): number {
    return this.again.length + this.cancels.aheadOf(address) + this.rest.aheadOf(address);
  }

  /** Call `hasCapacityFor` first. */
  push(queued: T): void {
    const { command } = queued.submission;
    if (command.type === 'placeOrder') {
      if (this.orders.has(command.orderId)) this.copies.set(command.orderId, (this.copies.get(command.orderId) ?? 1) + 1);
      this.orders.set(command.orderId, command.wallet);
      this.wallets.set(command.wallet, (this.wallets.get(command.wallet) ?? 0) + 1);
    }
    (this.goesFirst(queued.submission) ? this.cancels : this.rest).push(partyOf(queued.submission), queued);
  }

  /** Takes up to `maximum` commands: those put back, then cancels, then the rest, each in arrival order. */
  take(maximum: number): T[] {
    const again = this.again.splice(0, maximum);
    const left = maximum - again.length;
    const forCancels = this.rest.size === 0 ? left : Math.ceil(left * CANCELS_PART);
    const first = this.cancels.take(Math.max(forCancels, left - this.rest.size));
    return [...again, ...first, ...this.rest.take(left - first.length)];
  }

  /** Puts commands that were taken but not applied before everything else, in their order. */
  putBack(taken: readonly T[]): void {
    this.again.unshift(...taken);
  }

  /** Marks taken commands as applied: the core now holds these orders. */
  matched(taken: readonly T[]): void {
    for (const { submission } of taken) this.forget(submission);
  }

  /** The wallet of an order that is queued, or was taken and is not matched yet. */
  walletOf(orderId: string): string | undefined {
    return this.orders.get(orderId);
  }

  /**
   * When the oldest command that was never taken was queued; null when none is. Commands that run in steps are in progress and
   * do not count.
   */
  oldest(): number | null {
    const since = [this.cancels.oldest, this.rest.oldest].flatMap((queued) => (queued === undefined ? [] : [queued.since]));
    return since.length === 0 ? null : Math.min(...since);
  }

  /** Removes and returns everything, when the writer stops. */
  clear(): T[] {
    const all = [...this.again, ...this.cancels.take(Infinity), ...this.rest.take(Infinity)];
    this.again = [];
    this.orders.clear();
    this.copies.clear();
    this.wallets.clear();
    return all;
  }

  private goesFirst({ command }: Submission): boolean {
    if (command.type === 'cancelOrder') return !this.orders.has(command.orderId);
    return command.type === 'cancelOrders' && !this.wallets.has(command.wallet);
  }

  private forget({ command }: Submission): void {
    if (command.type !== 'placeOrder') return;
    const copies = this.copies.get(command.orderId);
    if (copies === undefined) this.orders.delete(command.orderId);
    else if (copies > 2) this.copies.set(command.orderId, copies - 1);
    else this.copies.delete(command.orderId);
    const left = (this.wallets.get(command.wallet) ?? 1) - 1;
    if (left === 0) this.wallets.delete(command.wallet);
    else this.wallets.set(command.wallet, left);
  }
}

/** Commands without a wallet belong to the process itself. */
function partyOf({ command, from = '' }: Submission): Party {
  return { address: from, account: 'wallet' in command ? command.wallet : '' };
}
