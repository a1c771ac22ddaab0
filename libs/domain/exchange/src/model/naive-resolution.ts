import type { Command } from '../command';
import type { Outcome } from '../outcome';
import type { Proposal } from '../rows';
import type { Unfinished } from '../unfinished';
import { changed, closeMarket, resolve } from './naive-markets';
import { refuse } from './naive-placement';
import type { NaiveMarket, NaiveState } from './naive-state';

type Step = Extract<Command, { type: `${string}Resolution` }>;

/** The stages of a proposal before and after a step. */
const STAGES: { readonly [T in Step['type']]: readonly [readonly (Proposal['stage'] | null)[], Proposal['stage']] } = {
  proposeResolution: [[null, 'disputed', 'reversed'], 'proposed'],
  disputeResolution: [['proposed'], 'disputed'],
  finalizeResolution: [['proposed'], 'finalized'],
  reverseResolution: [['finalized'], 'reversed'],
};

export function step(state: NaiveState, command: Step): Outcome | Unfinished {
  const { conditionId, type, by, at, note, reference } = command;
  const market = state.market(conditionId);
  if (market === undefined) return refuse('unknown_market', { conditionId });
  if (market.resolution !== null) return refuse('market_resolved', { conditionId, status: market.status });
  const before = market.proposal;
  const references = [...(before?.references ?? []), `${type}:${reference}`];
  if (references.indexOf(`${type}:${reference}`) < references.length - 1)
    return refuse('duplicate_step', { conditionId, reference });
  const [from, stage] = STAGES[type];
  const held = before?.stage ?? null;
  if (!from.includes(held))
    return command.type === 'proposeResolution'
      ? refuse('resolution_proposed', { conditionId, stage: held })
      : refuse('wrong_stage', { conditionId, stage: held, needs: from[0] ?? null });
  if (command.type === 'finalizeResolution') {
    if (before !== null && before.resolution !== command.resolution)
      return refuse('another_result', { conditionId, resolution: before.resolution });
    if (before?.proposedBy === by) return refuse('same_operator', { conditionId, proposedBy: by });
    if ((before?.until ?? 0) > at) return refuse('dispute_window_open', { conditionId, untilMillis: before?.until ?? null });
  }
  const [period] = [
    command.type === 'proposeResolution' ? command.windowMillis : null,
    command.type === 'finalizeResolution' ? command.graceMillis : null,
  ].filter((millis) => millis !== null);
  const until = period === undefined ? null : ((at + period) as Proposal['until']);
  const newest = { stage, by, at, note, until, references: references.slice(-32) };
  if (command.type === 'proposeResolution') {
    const { resolution, source } = command;
    market.proposal = { ...newest, resolution, source, proposedBy: by, proposedAt: at };
    if (market.status !== 'closed') return closeMarket(state, market, { type: 'closeMarket', at, conditionId });
    const closing = closeMarket(state, market, { type: 'closeMarket', at, conditionId });
    changed(state, market);
    return closing;
  }
  if (before !== null) market.proposal = { ...before, ...newest };
  return changed(state, market);
}

export function finalized(state: NaiveState): NaiveMarket[] {
  return state.markets.filter(({ proposal }) => proposal?.stage === 'finalized');
}

/** One step of the payout that is due first. */
export function payNext(state: NaiveState): void {
  const until = ({ proposal }: NaiveMarket): number => proposal?.until ?? Infinity;
  const [market] = finalized(state)
    .filter((each) => until(each) <= state.now)
    .sort((a, b) => until(a) - until(b) || (a.conditionId < b.conditionId ? -1 : 1));
  const resolution = market?.proposal?.resolution;
  if (market === undefined || resolution === undefined) return;
  const { conditionId } = market;
  const paid = resolve(state, market, { type: 'resolveMarket', at: state.now, conditionId, resolution });
  if (paid.type !== 'unfinished') market.proposal = null;
}
