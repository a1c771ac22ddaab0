import { connectionOf, isOld, worstOf } from './connection';

describe('connectionOf', () => {
  it.each([
    ['before the first response', { data: undefined, error: null }, 'connecting'],
    ['after a response', { data: [], error: null }, 'live'],
    ['when no attempt ever succeeded', { data: undefined, error: new Error('no answer') }, 'cut'],
    ['when a later attempt failed', { data: [], error: new Error('no answer') }, 'cut'],
  ] as const)('%s', (_when, resource, connection) => {
    expect(connectionOf(resource)).toBe(connection);
  });
});

describe('worstOf', () => {
  it.each([
    [['live', 'live'], 'live'],
    [['live', 'connecting'], 'connecting'],
    [['connecting', 'cut', 'live'], 'cut'],
  ] as const)('%j together are %s', (connections, together) => {
    expect(worstOf(connections)).toBe(together);
  });
});

describe('isOld', () => {
  it('is true for known data with a lost connection only', () => {
    expect(isOld('cut', 0)).toBe(true);
    expect([isOld('cut', undefined), isOld('cut', null), isOld('live', 0), isOld('connecting', 0)]).not.toContain(true);
  });
});
