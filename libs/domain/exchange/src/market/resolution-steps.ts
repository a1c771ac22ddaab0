import { unixMillis } from '../arithmetic';
import type { DisputeResolution, FinalizeResolution, ProposeResolution, ReverseResolution } from '../command';
import type { Outcome, Rejected } from '../outcome';
import { rejected } from '../rejection';
import type { Proposal } from '../rows';
import type { State } from '../state';
import type { Unfinished } from '../unfinished';
import { Market } from './market';
import { changed, closeMarket, unresolvedMarket } from './market-commands';

/** Repeating an older step is refused for its effect, not as a repetition. */
const REFERENCES_MAX = 32;

type Step = ProposeResolution | DisputeResolution | FinalizeResolution | ReverseResolution;

/** The result awaits the end of its dispute window. The market is closed, in several steps when it has many orders. */
export function propose(state: State, command: ProposeResolution): Outcome | Unfinished {
  const market = marketOf(state, command);
  if (!(market instanceof Market)) return market;
  const { at, conditionId, by, resolution, source, windowMillis } = command;
  const stage = market.proposal?.stage;
  if (stage === 'proposed' || stage === 'finalized') return rejected('resolution_proposed', { conditionId, stage });
  const until = unixMillis(at + windowMillis);
  const proposed = { stage: 'proposed', resolution, proposedBy: by, proposedAt: at, source, until } as const;
  state.propose(market, { ...proposed, ...newest(command, market.proposal) });
  const wasClosed = market.status === 'closed';
  const closing = closeMarket(state, { type: 'closeMarket', at, conditionId });
  if (wasClosed) changed(state, market);
  return closing;
}

/** Allowed until the result is finalised: the dispute window is a minimum. */
export function dispute(state: State, command: DisputeResolution): Outcome {
  return advanced(state, command, 'proposed', (held) => ({ ...held, stage: 'disputed', until: null }));
}

export function finalize(state: State, command: FinalizeResolution): Outcome {
  const { conditionId, by, at, graceMillis, resolution } = command;
  return advanced(state, command, 'proposed', (held) => {
    if (held.resolution !== resolution) return rejected('another_result', { conditionId, resolution: held.resolution });
    if (held.proposedBy === by) return rejected('same_operator', { conditionId, proposedBy: by });
    if (held.until !== null && at < held.until) return rejected('dispute_window_open', { conditionId, untilMillis: held.until });
    return { ...held, stage: 'finalized', until: unixMillis(at + graceMillis) };
  });
}

export function reverse(state: State, command: ReverseResolution): Outcome {
  return advanced(state, command, 'finalized', (held) => ({ ...held, stage: 'reversed', until: null }));
}

/** Takes the step when the proposal is in the stage that it needs. */
function advanced(state: State, command: Step, from: Proposal['stage'], next: (held: Proposal) => Proposal | Rejected): Outcome {
  const market = marketOf(state, command);
  if (!(market instanceof Market)) return market;
  const { proposal, conditionId } = market;
  if (proposal?.stage !== from) return rejected('wrong_stage', { conditionId, stage: proposal?.stage ?? null, needs: from });
  const becomes = next(proposal);
  if ('type' in becomes) return becomes;
  state.propose(market, { ...becomes, ...newest(command, proposal) });
  return changed(state, market);
}

function marketOf(state: State, command: Step): Market | Rejected {
  const market = unresolvedMarket(state, command.conditionId);
  const { conditionId, reference } = command;
  const isRepeated = market instanceof Market && market.proposal?.references.includes(named(command)) === true;
  return isRepeated ? rejected('duplicate_step', { conditionId, reference }) : market;
}

function newest(command: Step, before: Proposal | null): Pick<Proposal, 'by' | 'at' | 'note' | 'references'> {
  const { by, at, note } = command;
  return { by, at, note, references: [...(before?.references ?? []), named(command)].slice(-REFERENCES_MAX) };
}

function named({ type, reference }: Step): string {
  return `${type}:${reference}`;
}
