import { sizeMicros, usdcMicros } from '../arithmetic';
import type { Resolution, ResolveMarket } from '../command';
import type { Account } from '../ledger/account';
import { holdingOf } from '../ledger/position-table';
import type { Position } from '../ledger/position-table';
import type { Outcome, Rejected } from '../outcome';
import { rejected } from '../rejection';
import type { State } from '../state';
import type { Unfinished } from '../unfinished';
import { Market } from './market';
import { changed, closeMarket, closeOrders, unresolvedMarket } from './market-commands';

const DONE = { type: 'done' } as const;

/**
 * Resolves the market: cancels its open orders, burns every holder's tokens in wallet order, and pays the winners. A half micro
 * left over by a 50/50 payout is collected as rounding. If the work exceeds one step, the market is closed at once and its
 * resolution is stored. Source: interface, Funds.
 */
export function resolveMarket(state: State, command: ResolveMarket): Outcome | Unfinished {
  const market = marketToResolve(state, command);
  if (!(market instanceof Market)) return market;
  if (market.proposal !== null && !command.unheldOnly)
    return rejected('resolution_proposed', { conditionId: market.conditionId, stage: market.proposal.stage });
  // Checked against the state at this command: a mint queued before it counts.
  if (command.unheldOnly && (market.setsMicros > 0 || market.proposal !== null)) {
    const { at, conditionId } = command;
    return closeMarket(state, { type: 'closeMarket', at, conditionId });
  }
  return payOut(state, market, command.resolution) ? DONE : { type: 'unfinished', part: DONE, next: command };
}

/** Pays one step of the finalised result whose grace period ended first. Every command does that, before its own effect. */
export function payDue(state: State): void {
  const market = state.payoutDue();
  const resolution = market?.proposal?.resolution;
  if (market !== undefined && resolution !== undefined) payOut(state, market, resolution);
}

/** One step of a resolution. @returns whether it is over */
function payOut(state: State, market: Market, resolution: Resolution): boolean {
  const { stepMax } = state.rules.bounds;
  const closed = closeOrders(state, market, 'market resolved', stepMax);
  if (market.hasOpenOrders || !paidOut(state, market, resolution, stepMax - closed)) {
    begin(state, market, resolution);
    return false;
  }
  market.payees = null;
  state.feesMicros += market.setsMicros;
  market.setsMicros = 0;
  market.status = 'resolved';
  market.resolution = resolution;
  changed(state, market);
  state.propose(market, null);
  return true;
}

/** A resolution that has begun continues only with the same result. */
function marketToResolve(state: State, { conditionId, resolution }: ResolveMarket): Market | Rejected {
  const market = state.market(conditionId);
  const isGoingOn = market?.status === 'closed' && market.resolution === resolution && market.proposal === null;
  return market !== undefined && isGoingOn ? market : unresolvedMarket(state, conditionId);
}

/** At this point the published status is closed; the resolution is published when all holders are paid. */
function begin(state: State, market: Market, resolution: Resolution): void {
  if (market.status !== 'closed') {
    market.status = 'closed';
    changed(state, market);
  }
  market.resolution = resolution;
  state.log.market(market);
}

/** Pays at most `limit` holders. @returns whether all are paid */
function paidOut(state: State, market: Market, resolution: Resolution, limit: number): boolean {
  const payees = (market.payees ??= holdersOf(state, market));
  for (let left = limit; left > 0; left -= 1) {
    const position = payees.pop();
    if (position === undefined) return true;
    redeem(state, market, accountOf(state, position), position, resolution);
  }
  return payees.length === 0;
}

/** Holders of the market's tokens, in reverse wallet order. The set is final: a closed market has no new holders. */
function holdersOf(state: State, market: Market): Position[] {
  const { holdings } = state;
  const holders = market.holders
    .filter((position) => holdings.totalMicros(holdingOf(position, 0)) + holdings.totalMicros(holdingOf(position, 1)) > 0)
    .map((position) => ({ wallet: accountOf(state, position).wallet, position }));
  return holders.sort((a, b) => (a.wallet < b.wallet ? 1 : -1)).map(({ position }) => position);
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
  state.log.event({
    type: 'positionRedeemed',
    at: state.now,
    wallet: account.wallet,
    conditionId: market.conditionId,
    outcome0Micros: sizeMicros(held0),
    outcome1Micros: sizeMicros(held1),
    payoutMicros: usdcMicros(payout),
    payout0Micros: usdcMicros(payout0Micros(held0, resolution)),
  });
}

/** The odd half micro of both outcomes together goes to outcome 1. */
function payout0Micros(held0: number, resolution: Resolution): number {
  if (resolution === 'half') return Math.floor(held0 / 2);
  return resolution === 'outcome0' ? held0 : 0;
}

/** Half of both, rounded down once. The sum may exceed a safe integer, so it is never computed. */
function payoutMicros(held0: number, held1: number, resolution: Resolution): number {
  if (resolution === 'outcome0') return held0;
  if (resolution === 'outcome1') return held1;
  const bothOdd = held0 % 2 === 1 && held1 % 2 === 1;
  return Math.floor(held0 / 2) + Math.floor(held1 / 2) + (bothOdd ? 1 : 0);
}
