import * as fc from 'fast-check';
import { commandSequences } from './model/commands.arbitrary';
import { excerptAnswersAsTheWhole } from './model/excerpt-property';
import {
  agreesWithNaive,
  changesAreComplete,
  followsAndTakesOver,
  isDeterministic,
  keepsInvariants,
  restoresAnywhere,
} from './model/properties';
import { paysOnceAndNotEarly } from './model/resolution-property';

const sequences = commandSequences(160);
/** A third of the commands are steps of a resolution. */
const resolutions = commandSequences(120, 100);

describe('for any sequence of commands the exchange', () => {
  it('has the outcomes, events and rows of the reference model', () => {
    fc.assert(fc.property(sequences, agreesWithNaive), { numRuns: 150 });
  });

  it('conserves money and shares, never crosses its book, and keeps its hash current', () => {
    fc.assert(fc.property(sequences, keepsInvariants), { numRuns: 120 });
  });

  it('is deterministic', () => {
    fc.assert(fc.property(sequences, isDeterministic), { numRuns: 60 });
  });

  it('continues from its rows as if it had never stopped', () => {
    fc.assert(fc.property(sequences, fc.integer({ min: 0, max: 160 }), restoresAnywhere), { numRuns: 100 });
  });

  it('can be followed by its rows, and the follower takes over as if it had applied every command itself', () => {
    const [takeOverAt, batches] = [fc.integer({ min: 0, max: 160 }), fc.integer({ min: 1, max: 9 })];
    fc.assert(fc.property(sequences, takeOverAt, batches, followsAndTakesOver), { numRuns: 120 });
  });

  it('has the outcomes of an exchange restored from an excerpt of the state', () => {
    fc.assert(fc.property(sequences, excerptAnswersAsTheWhole), { numRuns: 150 });
  });

  it('drains every change of a row, a level and a quote', () => {
    fc.assert(fc.property(sequences, changesAreComplete), { numRuns: 60 });
  });
});

describe('for any sequence with many proposals, objections, finalisations and reversals the exchange', () => {
  it('has the outcomes, events and rows of the reference model', () => {
    fc.assert(fc.property(resolutions, agreesWithNaive), { numRuns: 100 });
  });

  it('pays no result before its grace period is over, and none twice', () => {
    fc.assert(fc.property(resolutions, paysOnceAndNotEarly), { numRuns: 100 });
  });

  it('conserves money and shares', () => {
    fc.assert(fc.property(resolutions, keepsInvariants), { numRuns: 60 });
  });

  it('continues from its rows as if it had never stopped', () => {
    fc.assert(fc.property(resolutions, fc.integer({ min: 0, max: 120 }), restoresAnywhere), { numRuns: 80 });
  });

  it('can be followed by its rows', () => {
    const [takeOverAt, batches] = [fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 9 })];
    fc.assert(fc.property(resolutions, takeOverAt, batches, followsAndTakesOver), { numRuns: 80 });
  });
});
