import type { ProposeResolution } from '../command';
import { AT, type Row } from './rejection-setting';

const STEP = { at: AT, conditionId: 'closed', by: 'ann', reference: 't-1', note: '' } as const;
const PROPOSE: ProposeResolution = {
  ...STEP,
  type: 'proposeResolution',
  resolution: 'outcome0',
  source: 'https://a.example/1',
  windowMillis: 1,
};

/** The rejections of resolution steps. */
export const RESOLUTION_ROWS: readonly Row[] = [
  {
    reason: 'duplicate_step',
    because: 'the same step was done under the reference',
    command: { ...PROPOSE, by: 'ben', resolution: 'half' },
    details: { conditionId: 'closed', reference: 't-1' },
    before: [PROPOSE],
  },
  {
    reason: 'resolution_proposed',
    because: 'one result is proposed at a time',
    command: { ...PROPOSE, reference: 't-2' },
    details: { conditionId: 'closed', stage: 'proposed' },
    before: [PROPOSE],
  },
  {
    reason: 'resolution_proposed',
    because: 'nothing else pays a market whose result is under way',
    command: { type: 'resolveMarket', at: AT, conditionId: 'closed', resolution: 'outcome0' },
    details: { conditionId: 'closed', stage: 'disputed' },
    before: [PROPOSE, { ...STEP, type: 'disputeResolution' }],
  },
  {
    reason: 'wrong_stage',
    because: 'nothing is proposed that somebody could object to',
    command: { ...STEP, type: 'disputeResolution' },
    details: { conditionId: 'closed', stage: null, needs: 'proposed' },
  },
  {
    reason: 'wrong_stage',
    because: 'a result that was objected to is not finalised',
    command: { ...STEP, type: 'finalizeResolution', resolution: 'outcome0', by: 'ben', graceMillis: 0 },
    details: { conditionId: 'closed', stage: 'disputed', needs: 'proposed' },
    before: [PROPOSE, { ...STEP, type: 'disputeResolution' }],
  },
  {
    reason: 'wrong_stage',
    because: 'nothing is finalised that could be reversed',
    command: { ...STEP, type: 'reverseResolution' },
    details: { conditionId: 'closed', stage: 'proposed', needs: 'finalized' },
    before: [PROPOSE],
  },
  {
    reason: 'another_result',
    because: 'the operator finalises a result that is no longer proposed',
    command: { ...STEP, type: 'finalizeResolution', resolution: 'outcome1', by: 'ben', graceMillis: 0 },
    details: { conditionId: 'closed', resolution: 'outcome0' },
    before: [PROPOSE],
  },
  {
    reason: 'dispute_window_open',
    because: 'there is time to object left',
    command: { ...STEP, type: 'finalizeResolution', resolution: 'outcome0', by: 'ben', graceMillis: 0 },
    details: { conditionId: 'closed', untilMillis: AT + 1 },
    before: [PROPOSE],
  },
  {
    reason: 'same_operator',
    because: 'one operator alone pays nobody',
    command: { ...STEP, type: 'finalizeResolution', resolution: 'outcome0', graceMillis: 0 },
    details: { conditionId: 'closed', proposedBy: 'ann' },
    before: [{ ...PROPOSE, windowMillis: 0 }],
  },
];
