import type { CloseMarket, ConditionId, MarketTerms, OpenMarket, PauseMarket, ResumeMarket, SetMarketTerms } from '../command';
import type { CloseReason } from '../fact';
import { closeOrder } from '../orders/end-order';
import type { Outcome, Rejected } from '../outcome';
import { rejected } from '../rejection';
import type { State } from '../state';
import { Market } from './market';
import { termsFault } from './terms-fault';

const DONE: Outcome = { type: 'done' };

export function openMarket(state: State, command: OpenMarket): Outcome {
  const { conditionId } = command;
  if (state.market(conditionId) !== undefined) return rejected('market_exists', { conditionId });
  const invalid = invalidTerms(command);
  if (invalid !== null) return invalid;
  return changed(state, state.openMarket(conditionId, command, command.acceptingOrders ? 'active' : 'paused'));
}

/** Resting orders stay as they are, also those that the new terms would refuse. */
export function setMarketTerms(state: State, command: SetMarketTerms): Outcome {
  const market = unresolvedMarket(state, command.conditionId);
  if (!(market instanceof Market)) return market;
  const invalid = invalidTerms(command);
  if (invalid !== null) return invalid;
  market.setTerms(command);
  return changed(state, market);
}

/** Pausing a paused market, like resuming an active one, is done already: no fact. A closed one is beyond either. */
export function setAccepting(state: State, command: PauseMarket | ResumeMarket): Outcome {
  const { conditionId } = command;
  const market = unresolvedMarket(state, conditionId);
  if (!(market instanceof Market)) return market;
  if (market.status === 'closed') return rejected('market_not_accepting', { conditionId, status: market.status });
  const status = command.type === 'pauseMarket' ? 'paused' : 'active';
  if (market.status === status) return DONE;
  market.status = status;
  return changed(state, market);
}

export function closeMarket(state: State, command: CloseMarket): Outcome {
  const market = unresolvedMarket(state, command.conditionId);
  if (!(market instanceof Market)) return market;
  if (market.status === 'closed') return DONE;
  closeAllOrders(state, market, 'market closed');
  market.status = 'closed';
  return changed(state, market);
}

export function unresolvedMarket(state: State, conditionId: ConditionId): Market | Rejected {
  const market = state.market(conditionId);
  if (market === undefined) return rejected('unknown_market', { conditionId });
  if (market.status === 'resolved') return rejected('market_resolved', { conditionId, status: market.status });
  return market;
}

export function closeAllOrders(state: State, market: Market, reason: CloseReason): void {
  for (const order of market.openOrders()) closeOrder(state, order, reason);
}

export function changed(state: State, market: Market): Outcome {
  state.log.market(market);
  state.log.fact({
    type: 'marketChanged',
    at: state.now,
    conditionId: market.conditionId,
    status: market.status,
    resolution: market.resolution,
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
