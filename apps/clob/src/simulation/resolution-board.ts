import type { CommandDraft, Submission } from '../engine/submission';
import type { Random } from './random';

/** Mostly steps towards a payout. */
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
/** Weighted, so that most results are the proposed one when they are finalised. */
const RESULTS = ['outcome0', 'outcome0', 'outcome0', 'outcome1', 'half'] as const;
/** Share of submissions that are a step. */
const STEPPED = 0.15;
/** Short enough that periods end within a run, long enough that a replica may end within one. */
const PERIODS_MILLIS = [0, 0, 300, 3_000] as const;

export function isResolutionStep(type: CommandDraft['type']): boolean {
  return STEPS.some((step) => step === type);
}

/** Operators resolve the first market, each independently of the others. */
export class ResolutionBoard {
  /** In some seeds only, like quotes, so that known seeds still find their faults. */
  readonly isOpen: boolean;

  constructor(
    private readonly random: Random,
    seed: number,
  ) {
    this.isOpen = seed % 8 === 5;
  }

  perhapsStep(conditionId: string): Submission | null {
    const { random } = this;
    if (!this.isOpen || !random.chance(STEPPED)) return null;
    const type = random.pick(STEPS);
    const step = { conditionId, by: random.pick(OPERATORS), reference: `ticket-${random.below(20)}`, note: '' };
    const period = random.pick(PERIODS_MILLIS);
    if (type === 'disputeResolution' || type === 'reverseResolution') return { command: { ...step, type } };
    const resolution = random.pick(RESULTS);
    if (type === 'finalizeResolution') return { command: { ...step, type, resolution, graceMillis: period } };
    return { command: { ...step, type, resolution, source: 'https://a.example/1', windowMillis: period } };
  }
}
