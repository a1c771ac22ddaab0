import { unixMillis } from '@foretell/units';
import type { UnixMillis } from '@foretell/units';
import type {
  CancelOrder,
  CancelOrders,
  Command,
  ConditionId,
  Credit,
  Debit,
  MergePosition,
  OutcomeIndex,
  SplitPosition,
} from '../command';
import type { Exchange, ExchangeRules } from '../exchange';
import type { ExchangeEvent } from '../event';
import type { Canceled, Outcome } from '../outcome';
import type { Unfinished } from '../unfinished';
import { changeMarket, openMarket, termsBroken } from './naive-markets';
import { close, execute, planOf } from './naive-matching';
import { place, refuse } from './naive-placement';
import { finalized, payNext, step } from './naive-resolution';
import { NaiveState, toOrderRow } from './naive-state';
import type { NaiveOrder } from './naive-state';

const DONE: Outcome = { type: 'done' };
const MOST = 1_000_000_000_000_000;
/** Largest total that the exchange may hold at once. */
const TOTAL_MAX = 2 ** 53 - 1 - MOST;

/** The interface that the suites test: everything that does not depend on how changes are stored. */
export interface CheckedExchange extends Pick<Exchange, 'apply' | 'nextDueAt' | 'order' | 'snapshot' | 'checkInvariants'> {
  /** The events since the last call. */
  takeEvents(): readonly ExchangeEvent[];
}

/**
 * The reference model: the rules of the exchange in their simplest form, with lists that are filtered and sorted at each use.
 * Slow and simple on purpose. It imports nothing of the fast exchange but its types.
 */
export class NaiveExchange implements CheckedExchange {
  private readonly state: NaiveState;

  constructor(private readonly rules: ExchangeRules) {
    this.state = new NaiveState(unixMillis(0), rules.bounds);
  }

  apply(command: Command): Outcome | Unfinished {
    if (command.at < this.state.now) throw new Error('Time went back.');
    let done = 0;
    for (let next = this.nextDue(); next !== undefined && next.at <= command.at; next = this.nextDue()) {
      if (done >= this.rules.bounds.stepMax) return { type: 'unfinished', part: null, next: command };
      this.state.now = next.at;
      done += 1 + this.letHappen(next);
    }
    this.state.now = command.at;
    payNext(this.state);
    const outcome = this.carryOut(command);
    if (command.type === 'finalizeResolution') payNext(this.state);
    return outcome;
  }

  takeEvents(): readonly ExchangeEvent[] {
    const { facts: events } = this.state;
    this.state.facts = [];
    return events;
  }

  nextDueAt(): UnixMillis | null {
    const times = [this.nextDue()?.at ?? null, ...finalized(this.state).map(({ proposal }) => proposal?.until ?? null)];
    return times.filter((at) => at !== null).sort((a, b) => a - b)[0] ?? null;
  }

  order(orderId: string) {
    const order = this.state.orders.find(({ command }) => command.orderId === orderId);
    return order === undefined ? undefined : toOrderRow(order);
  }

  snapshot() {
    return this.state.snapshot();
  }

  checkInvariants(): void {
    const { state } = this;
    const rows = [...state.totals.values()];
    const cash = rows.filter((row) => row.conditionId === null).reduce((sum, row) => sum + row.micros, 0);
    const collateral = state.markets.reduce((sum, market) => sum + market.collateral, 0);
    if (state.held() !== cash + collateral + state.fees) throw new Error('Collateral was created or lost.');
    for (const { conditionId, collateral: held, status, resolution } of state.markets) {
      const [supply0 = 0, supply1 = 0] = [0, 1].map((outcome) =>
        rows
          .filter((row) => row.conditionId === conditionId && row.outcome === outcome)
          .reduce((sum, row) => sum + row.micros, 0),
      );
      const owed = { outcome0: supply0, outcome1: supply1, half: (supply0 + supply1) / 2 };
      // Between the steps of a payout some holders are paid and others are not.
      const isBeingPaidOut = status === 'closed' && resolution !== null;
      const isBacked = isBeingPaidOut ? held >= owed[resolution] : supply0 === held && supply1 === held;
      if (!isBacked) throw new Error('Shares are not backed.');
    }
  }

  /** The earliest due event. At one time expiries come before delayed orders, each in order of acceptance. */
  private nextDue(): Due | undefined {
    const due = this.state.open().flatMap((order): Due[] => {
      const { orderType, expiresAt } = order.command;
      const delays = order.status === 'delayed' && order.dueAt !== null ? [{ order, at: order.dueAt, kind: 1 }] : [];
      return orderType === 'GTD' && expiresAt !== null ? [...delays, { order, at: expiresAt, kind: 0 }] : delays;
    });
    return due.sort((a, b) => a.at - b.at || a.kind - b.kind || a.order.priority - b.order.priority)[0];
  }

  /** Returns the number of fills. */
  private letHappen({ order, kind }: Due): number {
    const { state } = this;
    const market = state.market(order.command.conditionId);
    const plan = planOf(state, order);
    const isKilled = order.command.orderType === 'FOK' && (!plan.isWhole || plan.needsMoreFills);
    const isQuoted = Math.floor(order.command.flags / 2) % 2 === 1;
    if (kind === 1 && market?.status === 'active' && !isKilled && !isQuoted) return execute(state, market, order).fills.length;
    close(state, order, kind === 0 ? 'expired' : 'unfilled');
    return 0;
  }

  private carryOut(command: Command): Outcome | Unfinished {
    switch (command.type) {
      case 'placeOrder':
        return place(this.state, this.rules, command);
      case 'cancelOrder':
        return this.cancelOne(command);
      case 'cancelOrders':
        return this.cancelMany(command);
      case 'credit':
      case 'debit':
        return this.moveFunds(command);
      case 'splitPosition':
      case 'mergePosition':
        return this.changePosition(command);
      case 'openMarket':
        if (this.state.market(command.conditionId) !== undefined)
          return refuse('market_exists', { conditionId: command.conditionId });
        return termsBroken(command) ?? openMarket(this.state, command.conditionId, command, command.acceptingOrders);
      case 'advanceTime':
        return DONE;
      case 'proposeResolution':
      case 'disputeResolution':
      case 'finalizeResolution':
      case 'reverseResolution':
        return step(this.state, command);
      default:
        return changeMarket(this.state, command);
    }
  }

  private cancelOne({ orderId, wallet, withDelayed }: CancelOrder): Outcome {
    const order = this.state.orders.find(({ command }) => command.orderId === orderId && command.wallet === wallet);
    if (order === undefined) return refuse('unknown_order', { orderId, status: null });
    const isEnded = order.status === 'delayed' && withDelayed === true;
    if (order.status === 'delayed' && !isEnded) return refuse('order_delayed', { orderId, dueAtMillis: order.dueAt });
    if (order.status !== 'live' && !isEnded) return refuse('unknown_order', { orderId, status: order.status });
    close(this.state, order, 'canceled');
    return { type: 'canceled', orderIds: [orderId], delayedOrderIds: [] };
  }

  private cancelMany(command: CancelOrders): Outcome | Unfinished {
    const { wallet, conditionId, outcome, side: only, upToPriority = this.state.priority } = command;
    const { stepMax } = this.rules.bounds;
    const inScope = this.state
      .open()
      .filter(
        ({ command: { wallet: of, conditionId: market, outcome: token, side }, priority }) =>
          of === wallet &&
          priority <= upToPriority &&
          (only === undefined || side === only) &&
          (conditionId === null || market === conditionId) &&
          (outcome === null || token === outcome),
      );
    const live = inScope.filter((order) => order.status === 'live' || command.withDelayed === true);
    const next = live[stepMax];
    const seen = next === undefined ? inScope : inScope.slice(0, inScope.indexOf(next));
    const chosen = live.slice(0, stepMax);
    for (const order of chosen) close(this.state, order, 'canceled');
    const ids = (orders: NaiveOrder[]): string[] => orders.map((order) => order.command.orderId);
    const delayedOrderIds = ids(seen.filter((order) => order.status === 'delayed'));
    const part: Canceled = { type: 'canceled', orderIds: ids(chosen), delayedOrderIds };
    return next === undefined ? part : { type: 'unfinished', part, next: { ...command, upToPriority } };
  }

  private moveFunds(command: Credit | Debit): Outcome {
    const { state } = this;
    const { wallet, amountMicros, at } = command;
    if (amountMicros < 1) return refuse('size_too_small', { amountMicros, minimumMicros: 1 });
    const haveMicros = state.total(wallet, null, null);
    const isCredit = command.type === 'credit';
    const isTooMuch = haveMicros + amountMicros > MOST || state.held() + amountMicros > TOTAL_MAX;
    if (isCredit && isTooMuch) return refuse('size_too_large', { amountMicros, haveMicros, maximumMicros: MOST });
    const lockedMicros = state.locked(wallet, null, null);
    if (!isCredit && haveMicros - lockedMicros < amountMicros) {
      return refuse('not_enough_balance', { haveMicros, lockedMicros, needMicros: amountMicros });
    }
    state.change(wallet, null, null, isCredit ? amountMicros : -amountMicros);
    if (isCredit) state.credited += BigInt(amountMicros);
    else state.debited += BigInt(amountMicros);
    state.facts.push({ type: isCredit ? 'credited' : 'debited', at, wallet, amountMicros });
    return DONE;
  }

  private changePosition(command: SplitPosition | MergePosition): Outcome {
    const { state } = this;
    const { conditionId, sizeMicros, wallet, at } = command;
    const market = state.market(conditionId);
    if (market === undefined) return refuse('unknown_market', { conditionId });
    if (market.resolution !== null) return refuse('market_resolved', { conditionId, status: market.status });
    if (sizeMicros > MOST) return refuse('size_too_large', { sizeMicros, maximumMicros: MOST });
    if (sizeMicros < 1) return refuse('size_too_small', { sizeMicros, minimumMicros: 1 });
    const isSplit = command.type === 'splitPosition';
    const sources: [ConditionId | null, OutcomeIndex | null][] = isSplit
      ? [[null, null]]
      : [
          [conditionId, 0],
          [conditionId, 1],
        ];
    for (const [source, outcome] of sources) {
      const haveMicros = state.total(wallet, source, outcome);
      const lockedMicros = state.locked(wallet, source, outcome);
      if (haveMicros - lockedMicros < sizeMicros) {
        return refuse('not_enough_balance', { haveMicros, lockedMicros, needMicros: sizeMicros });
      }
    }
    const made = isSplit ? sizeMicros : -sizeMicros;
    state.change(wallet, null, null, -made);
    state.change(wallet, conditionId, 0, made);
    state.change(wallet, conditionId, 1, made);
    market.collateral += made;
    state.facts.push({ type: isSplit ? 'positionSplit' : 'positionMerged', at, wallet, conditionId, sizeMicros });
    return DONE;
  }
}

/** An event that needs no command: an expiry (kind 0), or the end of a delay (1). */
interface Due {
  readonly order: NaiveOrder;
  readonly at: UnixMillis;
  readonly kind: number;
}
