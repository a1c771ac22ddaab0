import { MAX_AMOUNT_MICROS } from '../arithmetic';
import type { Credit, Debit, MergePosition, SplitPosition } from '../command';
import { Market } from '../market/market';
import type { Outcome, Rejected } from '../outcome';
import { notEnoughBalance, rejected } from '../rejection';
import type { State } from '../state';
import { countCredit, FUNDS_MAX_MICROS, heldMicros } from './gross-totals';
import type { Holding } from './holding-pool';
import { NO_POSITION, holdingOf } from './position-table';

const DONE: Outcome = { type: 'done' };

/**
 * Adds collateral from outside. Refuses a zero amount, a balance above MAX_AMOUNT_MICROS, and a total of the exchange above
 * FUNDS_MAX_MICROS.
 */
export function credit(state: State, command: Credit): Outcome {
  const { amountMicros } = command;
  if (amountMicros < 1) return rejected('size_too_small', { amountMicros, minimumMicros: 1 });
  const account = state.account(command.wallet);
  const haveMicros = account === undefined ? 0 : state.holdings.totalMicros(account.collateral);
  const isCountable = heldMicros(state) + amountMicros <= FUNDS_MAX_MICROS;
  if (haveMicros + amountMicros > MAX_AMOUNT_MICROS || !isCountable) {
    return rejected('size_too_large', { amountMicros, haveMicros, maximumMicros: MAX_AMOUNT_MICROS });
  }
  const { collateral } = state.openAccount(command.wallet);
  state.holdings.give(collateral, amountMicros);
  countCredit(state, amountMicros);
  return fundsMoved(state, 'credited', command, collateral);
}

/** Withdraws collateral. Refuses more than the available balance, which excludes collateral locked by open orders. */
export function debit(state: State, command: Debit): Outcome {
  const { amountMicros } = command;
  if (amountMicros < 1) return rejected('size_too_small', { amountMicros, minimumMicros: 1 });
  const collateral = state.account(command.wallet)?.collateral;
  if (collateral === undefined) return notEnoughBalance(0, 0, amountMicros);
  if (state.holdings.availableMicros(collateral) < amountMicros) return lacking(state, collateral, amountMicros);
  state.holdings.take(collateral, amountMicros);
  state.debitedMicros += amountMicros;
  return fundsMoved(state, 'debited', command, collateral);
}

/** 1 USDC -> 1 share of each outcome. Source: interface, Funds. */
export function splitPosition(state: State, command: SplitPosition): Outcome {
  const market = marketToChange(state, command);
  if (!(market instanceof Market)) return market;
  const { wallet, sizeMicros } = command;
  const { holdings } = state;
  const account = state.account(wallet);
  if (account === undefined) return notEnoughBalance(0, 0, sizeMicros);
  const { collateral } = account;
  if (holdings.availableMicros(collateral) < sizeMicros) return lacking(state, collateral, sizeMicros);
  const position = state.openPosition(account, market);
  const outcome0 = holdingOf(position, 0);
  const outcome1 = holdingOf(position, 1);
  holdings.take(collateral, sizeMicros);
  holdings.give(outcome0, sizeMicros);
  holdings.give(outcome1, sizeMicros);
  market.setsMicros += sizeMicros;
  return positionChanged(state, command, market, [collateral, outcome0, outcome1]);
}

/** 1 share of each outcome -> 1 USDC. Source: interface, Funds. */
export function mergePosition(state: State, command: MergePosition): Outcome {
  const market = marketToChange(state, command);
  if (!(market instanceof Market)) return market;
  const { wallet, sizeMicros } = command;
  const { holdings } = state;
  const account = state.account(wallet);
  const position = account === undefined ? NO_POSITION : state.position(account, market);
  if (account === undefined || position === NO_POSITION) return notEnoughBalance(0, 0, sizeMicros);
  const outcome0 = holdingOf(position, 0);
  const outcome1 = holdingOf(position, 1);
  if (holdings.availableMicros(outcome0) < sizeMicros) return lacking(state, outcome0, sizeMicros);
  if (holdings.availableMicros(outcome1) < sizeMicros) return lacking(state, outcome1, sizeMicros);
  holdings.take(outcome0, sizeMicros);
  holdings.take(outcome1, sizeMicros);
  holdings.give(account.collateral, sizeMicros);
  market.setsMicros -= sizeMicros;
  return positionChanged(state, command, market, [account.collateral, outcome0, outcome1]);
}

/**
 * Splits and merges are allowed until the resolution begins, whether or not the market trades. Resolution pays one holder after
 * the other, so a set split during its steps would never be paid.
 */
function marketToChange(state: State, command: SplitPosition | MergePosition): Market | Rejected {
  const { conditionId, sizeMicros } = command;
  const market = state.market(conditionId);
  if (market === undefined) return rejected('unknown_market', { conditionId });
  if (market.resolution !== null) return rejected('market_resolved', { conditionId, status: market.status });
  if (sizeMicros > MAX_AMOUNT_MICROS) {
    return rejected('size_too_large', { sizeMicros, maximumMicros: MAX_AMOUNT_MICROS });
  }
  if (sizeMicros < 1) return rejected('size_too_small', { sizeMicros, minimumMicros: 1 });
  return market;
}

function lacking({ holdings }: State, holding: Holding, needMicros: number): Rejected {
  return notEnoughBalance(holdings.totalMicros(holding), holdings.lockedMicros(holding), needMicros);
}

function fundsMoved(state: State, type: 'credited' | 'debited', command: Credit | Debit, collateral: Holding): Outcome {
  const { at, wallet, amountMicros } = command;
  state.log.holding(collateral);
  state.log.event({ type, at, wallet, amountMicros });
  return DONE;
}

function positionChanged(
  state: State,
  command: SplitPosition | MergePosition,
  market: Market,
  holdings: readonly Holding[],
): Outcome {
  const { at, wallet, conditionId, sizeMicros } = command;
  const type = command.type === 'splitPosition' ? 'positionSplit' : 'positionMerged';
  state.log.market(market);
  for (const holding of holdings) state.log.holding(holding);
  state.log.event({ type, at, wallet, conditionId, sizeMicros });
  return DONE;
}
