import { unixMillis } from '@foretell/units';
import type { UnixMillis } from '@foretell/units';
import type {
  CancelOrder,
  CancelOrders,
  Command,
  ConditionId,
  Credit,
  Debit,
  MarketTerms,
  MergePosition,
  OutcomeIndex,
  Resolution,
  SplitPosition,
} from '../command';
import type { Exchange, ExchangeRules } from '../exchange';
import type { CloseReason, ExchangeFact } from '../fact';
import type { Outcome, Rejected } from '../outcome';
import { asSize, asUsdc } from './naive-arithmetic';
import { close, execute, planOf } from './naive-matching';
import { place, refuse } from './naive-placement';
import { NaiveState, toOrderRow } from './naive-state';
import type { NaiveMarket, NaiveOrder } from './naive-state';

const DONE: Outcome = { type: 'done' };
const MOST = 1_000_000_000_000_000;

/** What the suites ask of an exchange: the part of the interface that does not depend on how its changes are recorded. */
export interface JudgedExchange extends Pick<Exchange, 'apply' | 'nextDueAt' | 'order' | 'snapshot' | 'checkInvariants'> {
  /** The facts since the last call. */
  takeFacts(): readonly ExchangeFact[];
}

/**
 * The rules of the exchange in their simplest form: lists that are filtered and sorted at each use. Slow and plain on
 * purpose; the oracle of the fast exchange, which it knows nothing of but its types.
 */
export class NaiveExchange implements JudgedExchange {
  private readonly state = new NaiveState(unixMillis(0));

  constructor(private readonly rules: ExchangeRules) {}

  apply(command: Command): Outcome {
    if (command.at < this.state.now) throw new Error('Time went back.');
    for (let next = this.nextDueAt(); next !== null && next <= command.at; next = this.nextDueAt()) {
      this.state.now = next;
      this.letHappen(next);
    }
    this.state.now = command.at;
    return this.carryOut(command);
  }

  takeFacts(): readonly ExchangeFact[] {
    const { facts } = this.state;
    this.state.facts = [];
    return facts;
  }

  nextDueAt(): UnixMillis | null {
    const times = this.state.open().flatMap((order) => this.timesOf(order));
    return times.length === 0 ? null : unixMillis(Math.min(...times));
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
    if (state.credited - state.debited !== cash + collateral + state.fees) throw new Error('Money was made or lost.');
    for (const { conditionId, collateral: held } of state.markets) {
      for (const outcome of [0, 1]) {
        const supply = rows.filter((row) => row.conditionId === conditionId && row.outcome === outcome);
        if (supply.reduce((sum, row) => sum + row.micros, 0) !== held) throw new Error('Shares are not backed.');
      }
    }
  }

  private timesOf(order: NaiveOrder): number[] {
    const times: number[] = [];
    if (order.status === 'delayed' && order.dueAt !== null) times.push(order.dueAt);
    if (order.command.orderType === 'GTD' && order.command.expiresAt !== null) times.push(order.command.expiresAt);
    return times;
  }

  /** All expiries of the moment first, then the delayed orders; each in the order of acceptance. */
  private letHappen(at: UnixMillis): void {
    const { state } = this;
    for (const order of state.open()) {
      if (order.command.orderType === 'GTD' && order.command.expiresAt === at) close(state, order, 'expired');
    }
    for (const order of state.open()) {
      const market = state.market(order.command.conditionId);
      if (order.status !== 'delayed' || order.dueAt !== at || market === undefined) continue;
      const isKilled = order.command.orderType === 'FOK' && !planOf(state, order).isWhole;
      if (market.status !== 'active' || isKilled) close(state, order, 'unfilled');
      else execute(state, market, order);
    }
  }

  private carryOut(command: Command): Outcome {
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
        return termsBroken(command) ?? this.open(command.conditionId, command, command.acceptingOrders);
      case 'advanceTime':
        return DONE;
      default:
        return this.changeMarket(command);
    }
  }

  private open(conditionId: ConditionId, terms: MarketTerms, accepting: boolean): Outcome {
    const status = accepting ? 'active' : 'paused';
    const market: NaiveMarket = { conditionId, terms, status, resolution: null, lastTradePips: null, collateral: 0 };
    this.state.markets.push(market);
    return this.changed(market);
  }

  private changeMarket(command: Extract<Command, { conditionId: ConditionId; type: `${string}Market${string}` }>): Outcome {
    const { conditionId } = command;
    const market = this.state.market(conditionId);
    if (market === undefined) return refuse('unknown_market', { conditionId });
    if (market.status === 'resolved') return refuse('market_resolved', { conditionId, status: 'resolved' });
    if (command.type === 'resolveMarket') return this.resolve(market, command.resolution);
    if (command.type === 'setMarketTerms') {
      const broken = termsBroken(command);
      if (broken !== null) return broken;
      market.terms = command;
      return this.changed(market);
    }
    const status = command.type === 'closeMarket' ? 'closed' : command.type === 'pauseMarket' ? 'paused' : 'active';
    if (market.status === 'closed' && status !== 'closed') {
      return refuse('market_not_accepting', { conditionId, status: 'closed' });
    }
    if (market.status === status) return DONE;
    if (status === 'closed') this.closeAll(market, 'market closed');
    market.status = status;
    return this.changed(market);
  }

  private closeAll(market: NaiveMarket, reason: CloseReason): void {
    for (const order of this.state.open()) {
      if (order.command.conditionId === market.conditionId) close(this.state, order, reason);
    }
  }

  private resolve(market: NaiveMarket, resolution: Resolution): Outcome {
    const { state } = this;
    const { conditionId } = market;
    this.closeAll(market, 'market resolved');
    const wallets = [...new Set([...state.totals.values()].map((row) => row.wallet))].sort();
    for (const wallet of wallets) {
      const held0 = state.total(wallet, conditionId, 0);
      const held1 = state.total(wallet, conditionId, 1);
      if (held0 + held1 === 0) continue;
      const payout = { outcome0: held0, outcome1: held1, half: Math.floor((held0 + held1) / 2) }[resolution];
      state.change(wallet, conditionId, 0, -held0);
      state.change(wallet, conditionId, 1, -held1);
      state.change(wallet, null, null, payout);
      market.collateral -= payout;
      const amounts = { outcome0Micros: asSize(held0), outcome1Micros: asSize(held1), payoutMicros: asUsdc(payout) };
      state.facts.push({ type: 'positionRedeemed', at: state.now, wallet, conditionId, ...amounts });
    }
    state.fees += market.collateral;
    market.collateral = 0;
    market.status = 'resolved';
    market.resolution = resolution;
    return this.changed(market);
  }

  private changed({ conditionId, status, resolution, terms }: NaiveMarket): Outcome {
    const { tickPips, minimumSizeMicros, feeRateBps, feeExponent, delayMillis } = terms;
    const now = { status, resolution, tickPips, minimumSizeMicros, feeRateBps, feeExponent, delayMillis };
    this.state.facts.push({ type: 'marketChanged', at: this.state.now, conditionId, ...now });
    return DONE;
  }

  private cancelOne({ orderId, wallet }: CancelOrder): Outcome {
    const order = this.state.orders.find(({ command }) => command.orderId === orderId && command.wallet === wallet);
    if (order === undefined) return refuse('unknown_order', { orderId, status: null });
    if (order.status === 'delayed') return refuse('order_delayed', { orderId, dueAtMillis: order.dueAt });
    if (order.status !== 'live') return refuse('unknown_order', { orderId, status: order.status });
    close(this.state, order, 'canceled');
    return { type: 'canceled', orderIds: [orderId], delayedOrderIds: [] };
  }

  private cancelMany({ wallet, conditionId, outcome }: CancelOrders): Outcome {
    const inScope = this.state
      .open()
      .filter(
        ({ command }) =>
          command.wallet === wallet &&
          (conditionId === null || command.conditionId === conditionId) &&
          (outcome === null || command.outcome === outcome),
      );
    const live = inScope.filter((order) => order.status === 'live');
    const delayed = inScope.filter((order) => order.status === 'delayed');
    for (const order of live) close(this.state, order, 'canceled');
    const ids = (orders: NaiveOrder[]): string[] => orders.map(({ command }) => command.orderId);
    return { type: 'canceled', orderIds: ids(live), delayedOrderIds: ids(delayed) };
  }

  private moveFunds(command: Credit | Debit): Outcome {
    const { state } = this;
    const { wallet, amountMicros, at } = command;
    if (amountMicros < 1) return refuse('size_too_small', { amountMicros, minimumMicros: 1 });
    const haveMicros = state.total(wallet, null, null);
    const isCredit = command.type === 'credit';
    const isTooMuch = haveMicros + amountMicros > MOST || state.credited + amountMicros > Number.MAX_SAFE_INTEGER;
    if (isCredit && isTooMuch) return refuse('size_too_large', { amountMicros, haveMicros, maximumMicros: MOST });
    const lockedMicros = state.locked(wallet, null, null);
    if (!isCredit && haveMicros - lockedMicros < amountMicros) {
      return refuse('not_enough_balance', { haveMicros, lockedMicros, needMicros: amountMicros });
    }
    state.change(wallet, null, null, isCredit ? amountMicros : -amountMicros);
    if (isCredit) state.credited += amountMicros;
    else state.debited += amountMicros;
    state.facts.push({ type: isCredit ? 'credited' : 'debited', at, wallet, amountMicros });
    return DONE;
  }

  private changePosition(command: SplitPosition | MergePosition): Outcome {
    const { state } = this;
    const { conditionId, sizeMicros, wallet, at } = command;
    const market = state.market(conditionId);
    if (market === undefined) return refuse('unknown_market', { conditionId });
    if (market.status === 'resolved') return refuse('market_resolved', { conditionId, status: 'resolved' });
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

function termsBroken(terms: MarketTerms): Rejected | null {
  const limits: [string, number, number][] = [
    ['minimumSizeMicros', terms.minimumSizeMicros, Number.MAX_SAFE_INTEGER],
    ['feeRateBps', terms.feeRateBps, 10_000],
    ['feeExponent', terms.feeExponent, 4],
    ['delayMillis', terms.delayMillis, 60_000],
  ];
  if (![1, 10, 25, 50, 100, 1000].includes(terms.tickPips))
    return refuse('invalid_terms', { field: 'tickPips', value: terms.tickPips });
  const broken = limits.find(([, value, max]) => !Number.isSafeInteger(value) || value < 0 || value > max);
  return broken === undefined ? null : refuse('invalid_terms', { field: broken[0], value: broken[1] });
}
