import type { CommandDraft, Submission } from '../engine/submission';
import type { Random } from './random';

/** Mostly on the way to a payout. */
const STEPS = [
  'proposeResolution',
  'proposeResolution',
  'finalizeResolution',
  'finalizeResolution',
  'finalizeResolution',
  'disputeResolution',
  'reverseResolution',
] as const;
const OPERATORS = ['ann', 'ben'] as const;
const RESULTS = ['outcome0', 'outcome1', 'half'] as const;
/** A replica may end within each period, and the periods within a run. */
const PERIODS_MILLIS = [0, 0, 300, 3_000] as const;

export function isResolutionStep(type: CommandDraft['type']): boolean {
  return STEPS.some((step) => step === type);
}

/** An operator's step, whatever stage the result is in. */
export function resolutionStep(random: Random, conditionId: string): Submission {
  const type = random.pick(STEPS);
  const step = { conditionId, by: random.pick(OPERATORS), reference: `ticket-${random.below(20)}`, note: '' };
  const period = random.pick(PERIODS_MILLIS);
  if (type === 'proposeResolution')
    return { command: { ...step, type, resolution: random.pick(RESULTS), source: 'https://a.example/1', windowMillis: period } };
  return { command: type === 'finalizeResolution' ? { ...step, type, graceMillis: period } : { ...step, type } };
}
