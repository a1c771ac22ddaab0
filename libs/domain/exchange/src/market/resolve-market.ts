import { sizeMicros, usdcMicros } from '../arithmetic';
import type { Resolution, ResolveMarket } from '../command';
import type { Position } from '../ledger/account';
import type { Outcome } from '../outcome';
import type { State } from '../state';
import { Market } from './market';
import { changed, closeAllOrders, unresolvedMarket } from './market-commands';

/**
 * Ends the market for good: cancels its open orders, burns the tokens of every holder in the order of their wallets, and
 * pays the winners. A half micro that a 50/50 payout leaves over is collected as rounding. Source: decisions, Funds.
 */
export function resolveMarket(state: State, command: ResolveMarket): Outcome {
  const market = unresolvedMarket(state, command.conditionId);
  if (!(market instanceof Market)) return market;
  closeAllOrders(state, market, 'market resolved');
  const holders = [...market.holders()].sort((a, b) => (a.account.wallet < b.account.wallet ? -1 : 1));
  for (const position of holders) redeem(state, market, position, command.resolution);
  state.feesMicros += market.setsMicros;
  market.setsMicros = 0;
  market.status = 'resolved';
  market.resolution = command.resolution;
  return changed(state, market);
}

function redeem(state: State, market: Market, position: Position, resolution: Resolution): void {
  const { account, outcome0, outcome1 } = position;
  const held0 = outcome0.availableMicros;
  const held1 = outcome1.availableMicros;
  if (held0 === 0 && held1 === 0) return;
  const payout = payoutMicros(held0, held1, resolution);
  outcome0.take(held0);
  outcome1.take(held1);
  account.collateral.give(payout);
  market.setsMicros -= payout;
  state.log.holding(outcome0);
  state.log.holding(outcome1);
  state.log.holding(account.collateral);
  state.log.fact({
    type: 'positionRedeemed',
    at: state.now,
    wallet: account.wallet,
    conditionId: market.conditionId,
    outcome0Micros: sizeMicros(held0),
    outcome1Micros: sizeMicros(held1),
    payoutMicros: usdcMicros(payout),
  });
}

/** Half of both together, rounded down once; the sum of both may not be a safe integer, so it is never made. */
function payoutMicros(held0: number, held1: number, resolution: Resolution): number {
  if (resolution === 'outcome0') return held0;
  if (resolution === 'outcome1') return held1;
  const bothOdd = held0 % 2 === 1 && held1 % 2 === 1;
  return Math.floor(held0 / 2) + Math.floor(held1 / 2) + (bothOdd ? 1 : 0);
}
