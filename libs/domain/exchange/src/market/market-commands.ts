import type {
  CloseMarket,
  Command,
  ConditionId,
  MarketTerms,
  OpenMarket,
  PauseMarket,
  ResumeMarket,
  SetMarketTerms,
} from '../command';
import type { CloseReason } from '../event';
import { closeOrder } from '../orders/end-order';
import type { Outcome, Rejected } from '../outcome';
import { rejected } from '../rejection';
import type { State } from '../state';
import type { Unfinished } from '../unfinished';
import { Market } from './market';
import { termsFault } from './terms-fault';

const DONE = { type: 'done' } as const;

export function openMarket(state: State, command: OpenMarket): Outcome {
  const { conditionId } = command;
  if (state.market(conditionId) !== undefined) return rejected('market_exists', { conditionId });
  const invalid = invalidTerms(command);
  if (invalid !== null) return invalid;
  return changed(state, state.openMarket(conditionId, command, command.acceptingOrders ? 'active' : 'paused'));
}

/** Resting orders stay as they are, including orders that the new terms would refuse. */
export function setMarketTerms(state: State, command: SetMarketTerms): Outcome {
  const market = unresolvedMarket(state, command.conditionId);
  if (!(market instanceof Market)) return market;
  const invalid = invalidTerms(command);
  if (invalid !== null) return invalid;
  market.setTerms(command);
  return changed(state, market);
}

/** Pausing a paused market or resuming an active one succeeds without an event. A closed market refuses both. */
export function setAccepting(state: State, command: PauseMarket | ResumeMarket): Outcome {
  const { conditionId } = command;
  const market = unresolvedMarket(state, conditionId);
  if (!(market instanceof Market)) return market;
  if (market.status === 'closed') return rejected('market_closed', { conditionId, status: market.status });
  const status = command.type === 'pauseMarket' ? 'paused' : 'active';
  if (market.status === status) return DONE;
  market.status = status;
  return changed(state, market);
}

/** The first step closes the market, so that no new order arrives; later steps only cancel the rest. */
export function closeMarket(state: State, command: CloseMarket): Outcome | Unfinished {
  const market = unresolvedMarket(state, command.conditionId);
  if (!(market instanceof Market)) return market;
  closeOrders(state, market, 'market closed', state.rules.bounds.stepMax);
  if (market.status !== 'closed') {
    market.status = 'closed';
    changed(state, market);
  }
  return market.hasOpenOrders ? { type: 'unfinished', part: DONE, next: command } : DONE;
}

/** Treats a market whose resolution has begun as resolved. */
export function unresolvedMarket(state: State, conditionId: ConditionId): Market | Rejected {
  const market = state.market(conditionId);
  if (market === undefined) return rejected('unknown_market', { conditionId });
  const { status, resolution } = market;
  return status === 'resolved' || resolution !== null ? rejected('market_resolved', { conditionId, status }) : market;
}

/** Closes at most `limit` of the market's open orders. @returns how many */
export function closeOrders(state: State, market: Market, reason: CloseReason, limit: number): number {
  const orders = market.openOrders(limit);
  for (const order of orders) closeOrder(state, order, reason);
  return orders.length;
}

/** Commands that continue closings and resolutions in progress. */
export function unfinishedMarkets({ markets, now: at }: State): Command[] {
  return markets.flatMap(({ conditionId, status, resolution, proposal, hasOpenOrders }): Command[] => {
    if (status !== 'closed') return [];
    // The payout of a proposal is due: every command continues it.
    if (resolution !== null && proposal !== null) return [];
    if (resolution !== null) return [{ type: 'resolveMarket', at, conditionId, resolution }];
    return hasOpenOrders ? [{ type: 'closeMarket', at, conditionId }] : [];
  });
}

export function changed(state: State, market: Market): Outcome {
  state.log.market(market);
  state.log.event({
    type: 'marketChanged',
    at: state.now,
    conditionId: market.conditionId,
    status: market.status,
    resolution: market.resolution,
    proposal: market.proposal,
    tickPips: market.tickPips,
    minimumSizeMicros: market.minimumSizeMicros,
    feeRateBps: market.feeRateBps,
    feeExponent: market.feeExponent,
    delayMillis: market.delayMillis,
  });
  return DONE;
}

function invalidTerms(terms: MarketTerms): Rejected | null {
  const fault = termsFault(terms);
  return fault === null ? null : rejected('invalid_terms', { ...fault });
}
