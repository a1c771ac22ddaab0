import * as fc from 'fast-check';
import { commandSequences } from './model/commands.arbitrary';
import { agreesWithNaive, keepsInvariants, restoresAnywhere } from './model/properties';

/** Short sequences: the reference model takes quadratic time, and most failures occur early. */
const LENGTH_MAX = 120;
/** The average sequence has three quarters of the maximum length, plus the opening. */
const AVERAGE = 105;
const sequences = commandSequences(LENGTH_MAX);
const runsFor = (commands: number): { readonly numRuns: number } => ({ numRuns: Math.ceil(commands / AVERAGE) });

describe('over a million commands the exchange', () => {
  it('agrees with the reference model', () => {
    let count = 0;
    fc.assert(
      fc.property(sequences, (commands) => {
        count += commands.length;
        agreesWithNaive(commands);
      }),
      runsFor(1_050_000),
    );
    expect(count).toBeGreaterThan(1_000_000);
  });

  it('conserves money and shares', () => {
    fc.assert(fc.property(sequences, keepsInvariants), runsFor(200_000));
  });

  it('continues from its rows', () => {
    fc.assert(fc.property(sequences, fc.integer({ min: 0, max: LENGTH_MAX }), restoresAnywhere), runsFor(100_000));
  });
});
