import { leaksIn } from './harness/leaks';

/** Every journey ends with this question about everything that its surfaces printed: World.stop. */
describe('the search for secrets in what was printed', () => {
  const secrets = [
    { what: 'the master key', value: 'AB12' },
    { what: 'a password', value: '' },
  ];

  it('finds one in any case, and names it without repeating it', () => {
    expect(leaksIn('{"key":"xab12x"}', secrets)).toEqual(['the master key']);
    expect(leaksIn('{"key":"[redacted]"}', secrets)).toEqual([]);
  });
});
