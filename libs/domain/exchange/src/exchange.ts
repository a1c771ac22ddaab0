import type { UnixMillis } from '@foretell/units';
import type { Command, Wallet } from './command';
import type { ExchangeFact } from './fact';
import type { Outcome } from './outcome';
import type { HashVersion } from './record/hash-version';
import type { Asset, OpenOrdersWish } from './record/wallet-reads';
import type { BalanceRow, Changes, OrderRow, Snapshot } from './rows';

/** Limits and rules that hold for the whole exchange. */
export interface ExchangeRules {
  /** How far ahead of its placement a GTD order must expire. */
  readonly gtdMinimumMillis: number;
}

/**
 * The pure core: one per process, the only owner of books and ledger. Synchronous, without clock, randomness or I/O:
 * the same state and the same commands give the same facts, the same rows and the same hash.
 */
export interface Exchange {
  /** Applies one command, after whatever had become due by `command.at`. Refusals are values; a broken invariant throws. */
  apply(command: Command): Outcome;
  /** Facts since the last drain, in the order in which they happened, and the rows that they changed. */
  drain(): { readonly facts: readonly ExchangeFact[]; readonly changes: Changes };
  /** Earliest time at which something happens by itself (expiry, end of a delay); null = never. */
  nextDueAt(): UnixMillis | null;
  /** An open order, or one of the recently closed. */
  order(orderId: string): OrderRow | undefined;
  /** Open orders of some wallets, newest first. */
  openOrders(wish: OpenOrdersWish): readonly OrderRow[];
  /** What a wallet holds of a token, or of the collateral; undefined when it never had any. */
  balance(wallet: Wallet, asset: Asset): BalanceRow | undefined;
  /** The version of the state hash, in every drain from now on. Hashes the whole state anew, which does not change. */
  rehash(version: HashVersion): void;
  /** Recomputed from scratch, for checks: equals the incremental hash of the last drain. */
  stateHash(): string;
  /** Everything a recovery needs, for checks and tests. */
  snapshot(): Snapshot;
  /** Throws with a sentence when an invariant of decisions, Funds, does not hold. */
  checkInvariants(): void;
}
