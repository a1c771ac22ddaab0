import type { UnixMillis } from '@foretell/units';
import type { Command, Wallet } from './command';
import type { ExchangeEvent } from './event';
import type { Outcome } from './outcome';
import type { Unfinished } from './unfinished';
import type { StateHash } from './record/row-hash';
import type { Excerpt, Placement } from './record/excerpt';
import type { Asset, WalletOrdersFilter } from './record/wallet-reads';
import type { BalanceRow, Changes, FollowedRows, OrderRow, Snapshot } from './rows';

/** Limits on a wallet's open orders and on the work of one command. Source: interface, Limits; docs/decisions/bounds.md. */
export interface ExchangeBounds {
  /** Open orders of a wallet. */
  readonly openOrdersMax: number;
  /** Open orders of a wallet in one market. */
  readonly marketOrdersMax: number;
  /**
   * Fills of one execution. Beyond it, the rest of a GTC or GTD continues in the next execution, a FAK stops, and a FOK is
   * refused.
   */
  readonly fillsMax: number;
  /** Limit of one step: orders cancelled, holders paid, fills and expiries applied before a command. */
  readonly stepMax: number;
  /** How long an accepted quote's funds stay reserved for its approval. Source: docs/decisions/rfq.md. */
  readonly approvalMillis: number;
}

export const USUAL_BOUNDS: ExchangeBounds = {
  openOrdersMax: 5_000,
  marketOrdersMax: 1_000,
  fillsMax: 1_000,
  stepMax: 1_000,
  approvalMillis: 10_000,
};

/** Limits and rules of the complete exchange. */
export interface ExchangeRules {
  /** Minimum time from placement to expiry of a GTD order. */
  readonly gtdMinimumMillis: number;
  readonly bounds: ExchangeBounds;
}

/**
 * The pure core: one per process, the only owner of books and ledger. Synchronous, without clock, randomness or I/O. The same
 * state and commands produce the same events, rows and hash.
 */
export interface Exchange {
  /**
   * Applies everything due by `command.at`, then the command, up to the limit of one step. Rejections are values; a broken
   * invariant throws.
   */
  apply(command: Command): Outcome | Unfinished;
  /** Commands that continue unfinished work. The new owner of a restored exchange applies them. */
  unfinished(): readonly Command[];
  /** Events since the last drain, in order, and the rows that they changed. */
  drain(): { readonly facts: readonly ExchangeEvent[]; readonly changes: Changes };
  /**
   * Replaces commands in a follower: applies what another exchange drained, drain by drain without a gap. @returns the changes;
   * their hash must equal the other exchange's. Throws when rows are missing.
   */
  follow(rows: FollowedRows): Changes;
  /** Size of the next drain: events, where each fill of a trade counts as one. */
  undrained(): number;
  /** Earliest time at which an expiry or the end of a delay is due; null = none. */
  nextDueAt(): UnixMillis | null;
  /** An open or recently closed order. */
  order(orderId: string): OrderRow | undefined;
  /** Open orders of the given wallets, newest first. */
  openOrders(filter: WalletOrdersFilter): readonly OrderRow[];
  /** Funds in the ledger: credited and not debited. */
  heldMicros(): number;
  /** The wallet's balance of a token or of collateral; undefined if it never had one. */
  balance(wallet: Wallet, asset: Asset): BalanceRow | undefined;
  /**
   * A part of the state: an exchange restored from it responds to these orders at that time as this one would. It contains what
   * placing them can touch, so its cost is bounded by the cost of placing them, not by the size of the books. It contains nothing
   * that is due by then.
   */
  excerpt(placements: readonly Placement[], at: UnixMillis): Excerpt;
  /** Changes the hash definition of later drains. Recomputes the hash of the unchanged state. */
  rehash(hash: StateHash): void;
  /** Recomputed from scratch, for checks: equals the incremental hash of the last drain. */
  stateHash(): string;
  /** All rows that a recovery needs, for checks and tests. */
  snapshot(): Snapshot;
  /** Throws an error naming the first broken invariant of interface, Funds. */
  checkInvariants(): void;
}
