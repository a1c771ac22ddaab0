import type { UnixMillis } from '@foretell/units';
import type { Command, Wallet } from './command';
import type { ExchangeFact } from './fact';
import type { Outcome } from './outcome';
import type { Unfinished } from './unfinished';
import type { HashVersion } from './record/hash-version';
import type { Excerpt, Placement } from './record/excerpt';
import type { Asset, OpenOrdersWish } from './record/wallet-reads';
import type { BalanceRow, Changes, FollowedRows, OrderRow, Snapshot } from './rows';

/** How much a wallet may leave open, and how much one command may do. Source: decisions, Limits; docs/decisions/bounds.md. */
export interface ExchangeBounds {
  /** Open orders of a wallet. */
  readonly openOrdersMax: number;
  /** Open orders of a wallet in one market. */
  readonly marketOrdersMax: number;
  /** Fills of one execution: what is left of a GTC or GTD goes on in the next one, a FAK stops, a FOK is refused. */
  readonly fillsMax: number;
  /** Orders that one step cancels, holders that it pays, fills and expiries that it lets happen before a command. */
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

/** Limits and rules that hold for the whole exchange. */
export interface ExchangeRules {
  /** How far ahead of its placement a GTD order must expire. */
  readonly gtdMinimumMillis: number;
  readonly bounds: ExchangeBounds;
}

/**
 * The pure core: one per process, the only owner of books and ledger. Synchronous, without clock, randomness or I/O:
 * the same state and the same commands give the same facts, the same rows and the same hash.
 */
export interface Exchange {
  /**
   * Applies one command, after whatever had become due by `command.at`: as much of it as a step may do. Refusals are values; a
   * broken invariant throws.
   */
  apply(command: Command): Outcome | Unfinished;
  /** What was begun and is not finished, as the commands that go on with it: for whoever takes over a restored exchange. */
  unfinished(): readonly Command[];
  /** Facts since the last drain, in the order in which they happened, and the rows that they changed. */
  drain(): { readonly facts: readonly ExchangeFact[]; readonly changes: Changes };
  /**
   * In place of commands: what another exchange drained, drain by drain without a gap. @returns the changes, with the hash that
   * must be the other one's. Throws when rows are missing in between.
   */
  follow(rows: FollowedRows): Changes;
  /** How much the next drain has: facts, of a trade its fills. */
  undrained(): number;
  /** Earliest time at which something happens by itself (expiry, end of a delay); null = never. */
  nextDueAt(): UnixMillis | null;
  /** An open order, or one of the recently closed. */
  order(orderId: string): OrderRow | undefined;
  /** Open orders of some wallets, newest first. */
  openOrders(wish: OpenOrdersWish): readonly OrderRow[];
  /** What a wallet holds of a token, or of the collateral; undefined when it never had any. */
  balance(wallet: Wallet, asset: Asset): BalanceRow | undefined;
  /**
   * What an exchange is restored from that answers these orders at that time as this one would: what placing them can touch,
   * which costs no more than placing them could, however much is in the books. It does not tell what is due by then.
   */
  excerpt(placements: readonly Placement[], at: UnixMillis): Excerpt;
  /** The version of the state hash, in every drain from now on. Hashes the whole state anew, which does not change. */
  rehash(version: HashVersion): void;
  /** Recomputed from scratch, for checks: equals the incremental hash of the last drain. */
  stateHash(): string;
  /** Everything a recovery needs, for checks and tests. */
  snapshot(): Snapshot;
  /** Throws with a sentence when an invariant of decisions, Funds, does not hold. */
  checkInvariants(): void;
}
