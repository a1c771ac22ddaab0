import type { Command, ConditionId, MarketTerms, ResolveMarket } from '../command';
import type { CloseReason } from '../event';
import type { Outcome, Rejected } from '../outcome';
import type { Unfinished } from '../unfinished';
import { asSize, asUsdc } from './naive-arithmetic';
import { close } from './naive-matching';
import { refuse } from './naive-placement';
import { inBook, isBid } from './naive-state';
import type { NaiveMarket, NaiveOrder, NaiveState } from './naive-state';

const DONE: Outcome = { type: 'done' };

export function openMarket(state: NaiveState, conditionId: ConditionId, terms: MarketTerms, accepting: boolean): Outcome {
  const status = accepting ? 'active' : 'paused';
  const market: NaiveMarket = {
    conditionId,
    terms,
    status,
    resolution: null,
    lastTradePips: null,
    collateral: 0,
    proposal: null,
  };
  state.markets.push(market);
  return changed(state, market);
}

export function changeMarket(
  state: NaiveState,
  command: Extract<Command, { conditionId: ConditionId; type: `${string}Market${string}` }>,
): Outcome | Unfinished {
  const { conditionId } = command;
  const market = state.market(conditionId);
  if (market === undefined) return refuse('unknown_market', { conditionId });
  const { status: before, resolution } = market;
  const isHeld = market.collateral > 0 || market.proposal !== null;
  const pays = command.type === 'resolveMarket' && !(command.unheldOnly && isHeld);
  const goesOn = pays && before === 'closed' && resolution === command.resolution && market.proposal === null;
  if (resolution !== null && !goesOn) return refuse('market_resolved', { conditionId, status: before });
  if (pays && market.proposal !== null) return refuse('resolution_proposed', { conditionId, stage: market.proposal.stage });
  if (pays) return resolve(state, market, command);
  if (command.type === 'closeMarket' || command.type === 'resolveMarket')
    return closeMarket(state, market, { type: 'closeMarket', at: command.at, conditionId });
  if (command.type === 'setMarketTerms') {
    const broken = termsBroken(command);
    if (broken !== null) return broken;
    market.terms = command;
    return changed(state, market);
  }
  const status = command.type === 'pauseMarket' ? 'paused' : 'active';
  if (market.status === 'closed') return refuse('market_closed', { conditionId, status: 'closed' });
  if (market.status === status) return DONE;
  market.status = status;
  return changed(state, market);
}

export function closeMarket(state: NaiveState, market: NaiveMarket, command: Command): Outcome | Unfinished {
  const { left } = closeSome(state, market, 'market closed');
  if (market.status !== 'closed') {
    market.status = 'closed';
    changed(state, market);
  }
  return left === 0 ? DONE : { type: 'unfinished', part: { type: 'done' }, next: command };
}

/**
 * Closes one step of the market's orders: best bids, then best asks, then delayed ones; within these the oldest is closed first.
 */
function closeSome(state: NaiveState, { conditionId }: NaiveMarket, reason: CloseReason): { closed: number; left: number } {
  const orders = state.open().filter((order) => order.command.conditionId === conditionId);
  const rank = (order: NaiveOrder): number =>
    order.status === 'delayed' ? 20_001 : isBid(order.command) ? 10_000 - inBook(order.command) : 10_000 + inBook(order.command);
  const byRank = orders.sort((a, b) => rank(a) - rank(b) || a.priority - b.priority);
  const chosen = byRank.slice(0, state.bounds.stepMax).sort((a, b) => a.priority - b.priority);
  for (const order of chosen) close(state, order, reason);
  return { closed: chosen.length, left: orders.length - chosen.length };
}

export function resolve(state: NaiveState, market: NaiveMarket, command: ResolveMarket): Outcome | Unfinished {
  const { conditionId } = market;
  const { resolution } = command;
  const { closed, left } = closeSome(state, market, 'market resolved');
  const holders = [...new Set([...state.totals.values()].map((row) => row.wallet))]
    .filter((wallet) => state.total(wallet, conditionId, 0) + state.total(wallet, conditionId, 1) > 0)
    .sort();
  const payees = left > 0 ? [] : holders.slice(0, state.bounds.stepMax - closed);
  for (const wallet of payees) {
    const held0 = state.total(wallet, conditionId, 0);
    const held1 = state.total(wallet, conditionId, 1);
    const payout = { outcome0: held0, outcome1: held1, half: Math.floor((held0 + held1) / 2) }[resolution];
    const payout0 = { outcome0: held0, outcome1: 0, half: (held0 - (held0 % 2)) / 2 }[resolution];
    state.change(wallet, conditionId, 0, -held0);
    state.change(wallet, conditionId, 1, -held1);
    state.change(wallet, null, null, payout);
    market.collateral -= payout;
    const amounts = { outcome0Micros: asSize(held0), outcome1Micros: asSize(held1), payoutMicros: asUsdc(payout) };
    const payouts = { payout0Micros: asUsdc(payout0) };
    state.facts.push({ type: 'positionRedeemed', at: state.now, wallet, conditionId, ...amounts, ...payouts });
  }
  if (left > 0 || payees.length < holders.length) {
    const isNew = market.status !== 'closed';
    market.status = 'closed';
    if (isNew) changed(state, market);
    market.resolution = resolution;
    return { type: 'unfinished', part: { type: 'done' }, next: command };
  }
  state.fees += market.collateral;
  market.collateral = 0;
  market.status = 'resolved';
  market.resolution = resolution;
  return changed(state, market);
}

export function changed(state: NaiveState, { conditionId, status, resolution, terms, proposal }: NaiveMarket): Outcome {
  const { tickPips, minimumSizeMicros, feeRateBps, feeExponent, delayMillis } = terms;
  const now = { status, resolution, proposal, tickPips, minimumSizeMicros, feeRateBps, feeExponent, delayMillis };
  state.facts.push({ type: 'marketChanged', at: state.now, conditionId, ...now });
  return DONE;
}

export function termsBroken(terms: MarketTerms): Rejected | null {
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
