import { lateness, standstill } from './progress';

describe('the progress of the writer', () => {
  it.each([
    [0, 0, null, null],
    [4_999, 9_999, null, null],
    [5_000, 0, 'commands wait, and nothing was committed for 5 s', null],
    [0, 10_000, 'the record is 10 s behind the journal', null],
    [30_000, 0, 'commands wait, and nothing was committed for 30 s', 'nothing was committed for 30 s though commands wait'],
    [0, 60_000, 'the record is 60 s behind the journal', 'a commit was not recorded for 60 s'],
  ])(
    'a commit %i ms and a record %i ms under way: not ready for %j, at an end for %j',
    (commitMillis, recordMillis, late, end) => {
      expect([lateness({ commitMillis, recordMillis }), standstill({ commitMillis, recordMillis })]).toEqual([late, end]);
    },
  );
});
