import type { UnixMillis } from '@foretell/units';
import type { Command, Wallet } from './command';
import type { Exchange } from './exchange';
import type { ExchangeEvent } from './event';
import { credit, debit, mergePosition, splitPosition } from './ledger/funds';
import { heldMicros } from './ledger/gross-totals';
import { closeMarket, openMarket, setAccepting, setMarketTerms, unfinishedMarkets } from './market/market-commands';
import { finalize, propose, dispute, reverse } from './market/resolution-steps';
import { payDue, resolveMarket } from './market/resolve-market';
import { cancelOrder, cancelOrders, closeOrder } from './orders/end-order';
import { NO_ORDER } from './orders/order-pool';
import { placeOrder, releaseDelayed } from './orders/place-order';
import type { Outcome } from './outcome';
import { followRows } from './record/follow';
import { excerptOf, type Excerpt, type Placement } from './record/excerpt';
import type { StateHash } from './record/row-hash';
import { checkState } from './record/invariants';
import { orderRow } from './record/rows.mapper';
import { hashOf, snapshotOf } from './record/snapshot';
import { balanceOf, openOrdersOf, type Asset, type WalletOrdersFilter } from './record/wallet-reads';
import type { BalanceRow, Changes, FollowedRows, OrderRow, Snapshot } from './rows';
import type { State } from './state';
import type { Unfinished } from './unfinished';

/** The exchange over its state: applies due events, then dispatches each command to its function. */
export class ExchangeCore implements Exchange {
  constructor(private readonly state: State) {}

  apply(command: Command): Outcome | Unfinished {
    if (command.at < this.state.now) throw new Error(`Time went back from ${this.state.now} to ${command.at}.`);
    if (!this.settleDue(command.at)) return { type: 'unfinished', part: null, next: command };
    this.state.now = command.at;
    payDue(this.state);
    const outcome = carryOut(this.state, command);
    // Without a grace period the payout follows at once.
    if (command.type === 'finalizeResolution') payDue(this.state);
    return outcome;
  }

  unfinished(): readonly Command[] {
    return unfinishedMarkets(this.state);
  }

  drain(): { readonly facts: readonly ExchangeEvent[]; readonly changes: Changes } {
    this.state.registry.forgetOldest();
    return this.state.log.drain(this.state);
  }

  follow(rows: FollowedRows): Changes {
    followRows(this.state, rows);
    return this.drain().changes;
  }

  undrained(): number {
    return this.state.log.undrained;
  }

  nextDueAt(): UnixMillis | null {
    return this.state.nextDueAt();
  }

  order(orderId: string): OrderRow | undefined {
    const order = this.state.registry.get(orderId);
    return order === NO_ORDER ? undefined : orderRow(this.state, order);
  }

  openOrders(filter: WalletOrdersFilter): readonly OrderRow[] {
    return openOrdersOf(this.state, filter);
  }

  heldMicros(): number {
    return heldMicros(this.state);
  }

  balance(wallet: Wallet, asset: Asset): BalanceRow | undefined {
    return balanceOf(this.state, wallet, asset);
  }

  excerpt(placements: readonly Placement[], at: UnixMillis): Excerpt {
    return excerptOf(this.state, placements, at);
  }

  rehash(hash: StateHash): void {
    this.state.hash = hash;
    this.state.log.recountAll(this.state);
  }

  stateHash(): string {
    return hashOf(this.state);
  }

  snapshot(): Snapshot {
    return snapshotOf(this.state);
  }

  checkInvariants(): void {
    checkState(this.state);
  }

  /** Applies each due expiry or delay at its own time, not at the command's time. @returns whether all were applied */
  private settleDue(at: UnixMillis): boolean {
    const { state } = this;
    for (let done = 0; ; done += 1) {
      const next = state.due.nextAt();
      if (next === null || next > at) return true;
      if (done >= state.rules.bounds.stepMax) return false;
      const order = state.due.take();
      if (next > state.now) state.now = next;
      const expiresAt = state.orders.expiresAt(order);
      if (expiresAt !== null && expiresAt <= next) closeOrder(state, order, 'expired');
      else done += releaseDelayed(state, order);
    }
  }
}

function carryOut(state: State, command: Command): Outcome | Unfinished {
  switch (command.type) {
    case 'placeOrder':
      return placeOrder(state, command);
    case 'cancelOrder':
      return cancelOrder(state, command);
    case 'cancelOrders':
      return cancelOrders(state, command);
    case 'credit':
      return credit(state, command);
    case 'debit':
      return debit(state, command);
    case 'splitPosition':
      return splitPosition(state, command);
    case 'mergePosition':
      return mergePosition(state, command);
    case 'openMarket':
      return openMarket(state, command);
    case 'setMarketTerms':
      return setMarketTerms(state, command);
    case 'pauseMarket':
    case 'resumeMarket':
      return setAccepting(state, command);
    case 'closeMarket':
      return closeMarket(state, command);
    case 'resolveMarket':
      return resolveMarket(state, command);
    case 'proposeResolution':
      return propose(state, command);
    case 'disputeResolution':
      return dispute(state, command);
    case 'finalizeResolution':
      return finalize(state, command);
    case 'reverseResolution':
      return reverse(state, command);
    case 'advanceTime':
      return { type: 'done' };
  }
}
