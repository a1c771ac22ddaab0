import { connectionOf, isOld, worstOf } from './connection';

describe('connectionOf', () => {
  it.each([
    ['before the first answer', { data: undefined, error: null }, 'connecting'],
    ['after an answer', { data: [], error: null }, 'live'],
    ['when nothing was ever answered', { data: undefined, error: new Error('no answer') }, 'cut'],
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
  it('is what was known and is cut off, nothing else', () => {
    expect(isOld('cut', 0)).toBe(true);
    expect([isOld('cut', undefined), isOld('cut', null), isOld('live', 0), isOld('connecting', 0)]).not.toContain(true);
  });
});
