import { definitionOf, STATE_HASHES, type Exchange, type StateHash } from '@foretell/exchange';
import type { ListingEntry } from '../../market-directory/market-directory';
import type { CommittedViews } from '../committed-views';
import { ownedOrders, type CommitRows, type OpenOrderNote, type RecordHead } from '../journal/batch';
import type { Recovered } from '../recovery';

/** The rows of a commit do not produce the state hash of that commit: the followed state is invalid. */
class FollowedAstray extends Error {}

/**
 * The committed state in this process: read from the tables once, then advanced commit by commit, each verified by its hash.
 */
export class FollowedState {
  readonly exchange: Exchange;
  /** Owner and builder of the open orders. */
  readonly notes: Map<string, OpenOrderNote>;
  private lastHead: RecordHead;

  constructor(
    recovered: Recovered,
    listings: readonly ListingEntry[],
    private readonly views: CommittedViews,
    private readonly hashes: readonly StateHash[] = STATE_HASHES,
  ) {
    this.exchange = recovered.exchange;
    this.notes = recovered.notes;
    this.lastHead = recovered.head;
    views.load(recovered, listings);
  }

  /** The commit up to which the state is applied. */
  get head(): RecordHead {
    return this.lastHead;
  }

  /** Applies the rows of the next commit. Throws FollowedAstray. */
  follow(rows: CommitRows): void {
    const { head, markets, balances, newOrders, orderStates } = rows;
    if (head.commitNumber !== this.lastHead.commitNumber + 1)
      throw new FollowedAstray(`commit ${head.commitNumber} does not follow commit ${this.lastHead.commitNumber}`);
    const orders = newOrders.map(({ row }) => row);
    const changes = this.exchange.follow({ markets, balances, newOrders: orders, orderStates, totals: head.totals });
    const stateHash = this.stamped(changes.stateHash, head.stateHash);
    if (stateHash !== head.stateHash)
      throw new FollowedAstray(`followed to commit ${head.commitNumber} the state is ${stateHash}, not ${head.stateHash}`);
    for (const { row, owner, builder } of newOrders) if (isOpen(row)) this.notes.set(row.orderId, { owner, builder });
    const owned = ownedOrders(changes.orders, this.ownersWith(newOrders));
    for (const state of orderStates) if (!isOpen(state)) this.notes.delete(state.orderId);
    this.lastHead = head;
    this.views.show({ rows, changes, orders: owned });
  }

  /** Includes orders that were placed and closed within the commit. */
  private ownersWith(newOrders: CommitRows['newOrders']): { get(orderId: string): { readonly owner: string } | undefined } {
    const come = new Map(newOrders.map(({ row, owner }) => [row.orderId, { owner }]));
    return { get: (orderId) => come.get(orderId) ?? this.notes.get(orderId) };
  }

  /** The writer may have switched to another hash version that this release also supports. */
  private stamped(own: string, writers: string): string {
    const hash = definitionOf(writers, this.hashes);
    if (definitionOf(own, this.hashes) === hash) return own;
    this.exchange.rehash(hash);
    return this.exchange.drain().changes.stateHash;
  }
}

function isOpen({ status }: { readonly status: string }): boolean {
  return status === 'live' || status === 'delayed';
}
