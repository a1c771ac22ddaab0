import type { Random } from '../random';

const WALLETS_PER_PARTITION = 500;
const COLLATERAL = 1_000;
const ORDER_MEAN = 20;
const OPEN_ORDERS = 20;
/** A transfer brings more than is needed now, so that the next orders find it there: this part of what its source has left. */
const TRANSFERRED_PART = 0.5;

/** One wallet's collateral as the partitions hold it, and what its newest orders have locked. */
class Wallet {
  readonly reserves: Float64Array;
  private readonly locks: { readonly partition: number; readonly amount: number }[] = [];

  constructor(
    readonly home: number,
    partitions: number,
  ) {
    this.reserves = new Float64Array(partitions);
    this.reserves[home] = COLLATERAL;
  }

  /** The oldest order goes when there are many: what it had locked is free again where it was. */
  lock(partition: number, amount: number): void {
    this.locks.push({ partition, amount });
    this.add(partition, -amount);
    const oldest = this.locks.length > OPEN_ORDERS ? this.locks.shift() : undefined;
    if (oldest !== undefined) this.add(oldest.partition, oldest.amount);
  }

  /** Brings what an order needs to its partition. @returns whence: one transfer each */
  gather(partition: number, amount: number): number[] {
    const sources: number[] = [];
    while ((this.reserves[partition] ?? 0) < amount) {
      const source = this.richestBut(partition);
      const held = this.reserves[source] ?? 0;
      if (held < 1) break;
      const moved = Math.max(Math.min(held, amount), held * TRANSFERRED_PART);
      this.add(source, -moved);
      this.add(partition, moved);
      sources.push(source);
    }
    return sources;
  }

  private richestBut(partition: number): number {
    let best = partition === 0 ? 1 : 0;
    for (let at = 0; at < this.reserves.length; at += 1)
      if (at !== partition && (this.reserves[at] ?? 0) > (this.reserves[best] ?? 0)) best = at;
    return best;
  }

  private add(partition: number, amount: number): void {
    this.reserves[partition] = (this.reserves[partition] ?? 0) + amount;
  }
}

/** All wallets, each at home in one partition. */
export class Wallets {
  private readonly byHome: Wallet[][];

  constructor(
    private readonly partitions: number,
    private readonly random: Random,
  ) {
    this.byHome = Array.from({ length: partitions }, (_, home) =>
      Array.from({ length: WALLETS_PER_PARTITION }, () => new Wallet(home, partitions)),
    );
  }

  /** Of a caller whose next order is for this partition: usually at home there, unless it trades across. */
  of(partition: number, isAcross: boolean): Wallet {
    const home = isAcross ? this.random.below(this.partitions) : partition;
    return this.random.pick(this.byHome[home] ?? []);
  }

  /** Locks an order's collateral. @returns the partitions that it had to be brought from */
  order(wallet: Wallet, partition: number): number[] {
    const amount = -ORDER_MEAN * Math.log(1 - this.random.next());
    const sources = this.partitions > 1 ? wallet.gather(partition, amount) : [];
    wallet.lock(partition, amount);
    return sources;
  }
}

export type { Wallet };
