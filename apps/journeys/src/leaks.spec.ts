import { leaksIn } from './harness/leaks';

/** World.stop runs this search over the complete output of the services, at the end of every end-to-end test. */
describe('the search for secrets in the output', () => {
  const secrets = [
    { what: 'the master key', value: 'AB12' },
    { what: 'a password', value: '' },
  ];

  it('finds one in any case, and names it without repeating it', () => {
    expect(leaksIn('{"key":"xab12x"}', secrets)).toEqual(['the master key']);
    expect(leaksIn('{"key":"[redacted]"}', secrets)).toEqual([]);
  });
});
