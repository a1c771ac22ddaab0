import * as fc from 'fast-check';
import { commandSequences } from './oracle/commands.arbitrary';
import { agreesWithNaive, keepsInvariants, restoresAnywhere } from './oracle/properties';

/** About three quarters of the longest, on average. */
const LENGTH_MAX = 400;
const sequences = commandSequences(LENGTH_MAX);

describe('over a million commands the exchange', () => {
  it('agrees with the naive exchange', () => {
    fc.assert(fc.property(sequences, agreesWithNaive), { numRuns: 2_000 });
  });

  it('conserves money and shares', () => {
    fc.assert(fc.property(sequences, keepsInvariants), { numRuns: 2_000 });
  });

  it('goes on from its rows', () => {
    fc.assert(fc.property(sequences, fc.integer({ min: 0, max: LENGTH_MAX }), restoresAnywhere), { numRuns: 500 });
  });
});
