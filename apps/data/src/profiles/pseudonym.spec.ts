import { pseudonymOf } from './pseudonym';

describe('a pseudonym', () => {
  // Users see these names: a change of the word lists renames all of them.
  it.each([
    [`0x${'a1'.repeat(20)}`, 'Rapid-Raven-2751'],
    [`0x${'b2'.repeat(20)}`, 'Prudent-Quail-7707'],
  ])('%s is always %s', (address, pseudonym) => {
    expect(pseudonymOf(address)).toBe(pseudonym);
  });

  it("does not depend on the address's case", () => {
    expect(pseudonymOf(`0x${'A1'.repeat(20)}`)).toBe(pseudonymOf(`0x${'a1'.repeat(20)}`));
  });
});
