import { FairQueue, type Party } from '@foretell/platform-server';
import type { Submission } from './submission';

/** A command that waits, and since when by a clock that only goes forward. */
export interface Queued {
  readonly submission: Submission;
  readonly since: number;
}

/** Of a batch, cancels take at most three quarters while others wait: whoever floods with cancels does not stop trading. */
const CANCELS_PART = 0.75;
/** Of cancels, and of the rest: whoever asks for new work does not take the place of those who take work back. */
const WAITING_MAX = 20_000;
/** Of one wallet: it has no more open orders. */
const WALLET_CANCELS_MAX = 5_000;

/**
 * What waits for the writer, cancels ahead of the rest: who wants out is not behind those who want in. Nothing that a caller can
 * tell apart changes its order: a cancel of an order that itself still waits, and a cancel of everything of a wallet of which
 * an order still waits, stays behind that order. Addresses are served in turns, and their wallets; what is in a batch goes in the
 * order of its coming. Source: decisions, Limits; docs/decisions/admission.md, fairness.md.
 */
export class CommandQueue<T extends Queued> {
  /** Taken before, and put back. */
  private again: T[] = [];
  private readonly cancels = new FairQueue<T>();
  private readonly rest = new FairQueue<T>();
  /** Of the orders that wait, and of those that are being matched: their wallet by their id. */
  private readonly orders = new Map<string, string>();
  /** Orders of these that were sent again while the first one waited: how many wait under the id. */
  private readonly copies = new Map<string, number>();
  /** How many of these orders a wallet has. */
  private readonly wallets = new Map<string, number>();

  get length(): number {
    return this.again.length + this.cancels.size + this.rest.size;
  }

  /** Whether all of them may be pushed: not when too many of their kind wait, or too many cancels of a wallet. */
  hasRoomFor(submissions: readonly Submission[]): boolean {
    let cancels = 0;
    for (const { command } of submissions) {
      if (command.type !== 'cancelOrder' && command.type !== 'cancelOrders') continue;
      cancels += 1;
      if (this.cancels.sizeOf(command.wallet) + cancels > WALLET_CANCELS_MAX) return false;
    }
    const others = submissions.length - cancels;
    return (others === 0 || this.rest.size + others <= WAITING_MAX) && this.length + submissions.length <= 2 * WAITING_MAX;
  }

  /** How many commands go before one more of an address, at most. */
  aheadOf(address: string): number {
    return this.again.length + this.cancels.aheadOf(address) + this.rest.aheadOf(address);
  }

  /** To be asked for room before. */
  push(queued: T): void {
    const { command } = queued.submission;
    if (command.type === 'placeOrder') {
      if (this.orders.has(command.orderId)) this.copies.set(command.orderId, (this.copies.get(command.orderId) ?? 1) + 1);
      this.orders.set(command.orderId, command.wallet);
      this.wallets.set(command.wallet, (this.wallets.get(command.wallet) ?? 0) + 1);
    }
    (this.goesFirst(queued.submission) ? this.cancels : this.rest).push(partyOf(queued.submission), queued);
  }

  /** Up to so many: what was put back, cancels, then the rest, each in the order of their coming. */
  take(maximum: number): T[] {
    const again = this.again.splice(0, maximum);
    const left = maximum - again.length;
    const forCancels = this.rest.size === 0 ? left : Math.ceil(left * CANCELS_PART);
    const first = this.cancels.take(Math.max(forCancels, left - this.rest.size));
    return [...again, ...first, ...this.rest.take(left - first.length)];
  }

  /** What was taken and not done goes before everything else, in its order. */
  putBack(taken: readonly T[]): void {
    this.again.unshift(...taken);
  }

  /** What was taken is in the core now: from here on the core knows these orders. */
  matched(taken: readonly T[]): void {
    for (const { submission } of taken) this.forget(submission);
  }

  /** The wallet of an order that waits, or was taken and is not matched yet. */
  walletOf(orderId: string): string | undefined {
    return this.orders.get(orderId);
  }

  /** Since when the longest waits that was never taken; null when none does. What goes in steps is being worked on. */
  oldest(): number | null {
    const since = [this.cancels.oldest, this.rest.oldest].flatMap((queued) => (queued === undefined ? [] : [queued.since]));
    return since.length === 0 ? null : Math.min(...since);
  }

  /** Everything, for whoever gives up. */
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

/** What is no wallet's is the process's own. */
function partyOf({ command, from = '' }: Submission): Party {
  return { address: from, account: 'wallet' in command ? command.wallet : '' };
}
