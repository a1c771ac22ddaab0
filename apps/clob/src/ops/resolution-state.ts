import type { ResolutionStageName, ResolutionState } from '@foretell/contracts';
import type { MarketRow, Rejected, Resolution } from '@foretell/exchange';
import type { MarketEntry } from '../market-directory/market-directory';
import { resultLabel } from './market-ref';

/** The resolution state of a closed market. */
export function stageOf({ status, proposal }: Pick<MarketRow, 'status' | 'proposal'>): ResolutionStageName {
  if (status === 'resolved') return 'paid';
  return proposal?.stage ?? 'awaiting';
}

export function stateOf(entry: MarketEntry): ResolutionState {
  const { conditionId, slug, question, market } = entry;
  const { proposal } = market;
  const result = proposal?.resolution ?? market.resolution;
  return {
    conditionId,
    slug,
    question,
    stage: stageOf(market),
    result: result === null ? null : resultLabel(entry, result),
    proposedBy: proposal?.proposedBy ?? null,
    proposedAt: proposal?.proposedAt ?? null,
    source: proposal?.source ?? '',
    by: proposal?.by ?? null,
    at: proposal?.at ?? null,
    note: proposal?.note ?? '',
    until: proposal?.until ?? null,
  };
}

const STAGE_TEXTS: Readonly<Record<string, string>> = {
  proposed: 'a result is proposed: finalise it, or object to it first',
  disputed: 'the result was objected to: propose another',
  finalized: 'the result is finalised: reverse it while it is not paid',
  reversed: 'the finalisation was reversed: propose another result',
  null: 'no result is proposed: propose one first',
};

/** Why a step is refused, and what to do instead. */
export function stepRefusal({ reason, details }: Rejected, entry: Pick<MarketEntry, 'outcomes'>): string {
  switch (reason) {
    case 'resolution_proposed':
    case 'wrong_stage':
      return `refused: ${STAGE_TEXTS[String(details['stage'])] ?? ''}`;
    case 'another_result':
      return `refused: the proposed result is ${resultLabel(entry, details['resolution'] as Resolution)}`;
    case 'dispute_window_open':
      return `refused: it may be objected to until ${new Date(Number(details['untilMillis'])).toISOString()}; finalise it then`;
    case 'same_operator':
      return `refused: ${details['proposedBy']} proposed it, and another operator must finalise it`;
    case 'market_resolved':
      return 'refused: the market is resolved, its holders are paid';
    default:
      return `refused: ${reason.replaceAll('_', ' ')}`;
  }
}
