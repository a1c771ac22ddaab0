import { lateness, standstill } from './progress';

describe('the progress of the writer', () => {
  it.each([
    [0, 0, null, null],
    [4_999, 59_999, null, null],
    [5_000, 0, 'commands wait, and nothing was committed for 5 s', null],
    [30_000, 0, 'commands wait, and nothing was committed for 30 s', 'nothing was committed for 30 s though commands wait'],
    [0, 60_000, null, 'a projection has been in flight for 60 s'],
  ])(
    'a commit %i ms and a projection %i ms in flight: not ready for %j, at an end for %j',
    (commitMillis, attemptMillis, late, end) => {
      const waiting = { commitMillis, attemptMillis, noCapacity: null, tables: null };
      expect([lateness(waiting), standstill(waiting)]).toEqual([late, end]);
    },
  );

  it.each([
    [null, 'the tables are 90 s behind the journal, and no more may wait for them'],
    ['lock timeout', 'the tables are 90 s behind the journal, and no more may wait for them: lock timeout'],
  ])('tables that have to be waited for make it not ready, and do not end it: they failed by %j', (failure, late) => {
    const waiting = { commitMillis: 0, attemptMillis: 10_000, noCapacity: null, tables: { behindMillis: 90_000, failure } };
    expect([lateness(waiting), standstill(waiting)]).toEqual([late, null]);
  });

  it('a commit that waits for disk space makes it not ready, and does not end it', () => {
    const waiting = {
      commitMillis: 0,
      attemptMillis: 0,
      noCapacity: 'PostgreSQL has no disk space or memory: disk',
      tables: null,
    };
    expect([lateness(waiting), standstill(waiting)]).toEqual(['PostgreSQL has no disk space or memory: disk', null]);
  });
});
