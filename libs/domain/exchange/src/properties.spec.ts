import * as fc from 'fast-check';
import { commandSequences } from './oracle/commands.arbitrary';
import { excerptAnswersAsTheWhole } from './oracle/excerpt-property';
import {
  agreesWithNaive,
  changesTellAll,
  followsAndTakesOver,
  isDeterministic,
  keepsInvariants,
  restoresAnywhere,
} from './oracle/properties';

const sequences = commandSequences(160);

describe('for any sequence of commands the exchange', () => {
  it('answers, tells and holds the same as the naive exchange', () => {
    fc.assert(fc.property(sequences, agreesWithNaive), { numRuns: 150 });
  });

  it('conserves money and shares, never crosses its book, and keeps its hash current', () => {
    fc.assert(fc.property(sequences, keepsInvariants), { numRuns: 120 });
  });

  it('is deterministic', () => {
    fc.assert(fc.property(sequences, isDeterministic), { numRuns: 60 });
  });

  it('goes on from its rows as if it had never stopped', () => {
    fc.assert(fc.property(sequences, fc.integer({ min: 0, max: 160 }), restoresAnywhere), { numRuns: 100 });
  });

  it('is followed by its rows, and another goes on in its place as if it had done everything itself', () => {
    const [takeOverAt, batches] = [fc.integer({ min: 0, max: 160 }), fc.integer({ min: 1, max: 9 })];
    fc.assert(fc.property(sequences, takeOverAt, batches, followsAndTakesOver), { numRuns: 120 });
  });

  it('answers orders as one does that was restored from what they can touch', () => {
    fc.assert(fc.property(sequences, excerptAnswersAsTheWhole), { numRuns: 150 });
  });

  it('tells every change of a row, a level and a quote', () => {
    fc.assert(fc.property(sequences, changesTellAll), { numRuns: 60 });
  });
});
