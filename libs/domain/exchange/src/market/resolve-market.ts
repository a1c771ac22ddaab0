import { sizeMicros, usdcMicros } from '../arithmetic';
import type { Resolution, ResolveMarket } from '../command';
import type { Account } from '../ledger/account';
import { holdingOf } from '../ledger/position-table';
import type { Position } from '../ledger/position-table';
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
  const holders = market.holders.map((position) => ({ account: accountOf(state, position), position }));
  holders.sort((a, b) => (a.account.wallet < b.account.wallet ? -1 : 1));
  for (const { account, position } of holders) redeem(state, market, account, position, command.resolution);
  state.feesMicros += market.setsMicros;
  market.setsMicros = 0;
  market.status = 'resolved';
  market.resolution = command.resolution;
  return changed(state, market);
}

function accountOf({ accounts, holdings }: State, position: Position): Account {
  return accounts[holdings.account(holdingOf(position, 0))] as Account;
}

function redeem(state: State, market: Market, account: Account, position: Position, resolution: Resolution): void {
  const { holdings } = state;
  const outcome0 = holdingOf(position, 0);
  const outcome1 = holdingOf(position, 1);
  const held0 = holdings.availableMicros(outcome0);
  const held1 = holdings.availableMicros(outcome1);
  if (held0 === 0 && held1 === 0) return;
  const payout = payoutMicros(held0, held1, resolution);
  holdings.take(outcome0, held0);
  holdings.take(outcome1, held1);
  holdings.give(account.collateral, payout);
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
