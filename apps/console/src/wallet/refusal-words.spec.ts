import { wordsOf, wordsOfFault } from './refusal-words';

describe('the words of a refusal', () => {
  it('are a sentence, and line by line what the surface adds', () => {
    expect(wordsOf('not_enough_balance', 'not enough balance / allowance', { have: '1', need: '4.37' })).toEqual({
      sentence: 'You do not have enough for this order.',
      advice: ['Have: 1', 'Need: 4.37'],
    });
  });

  it('are the surface’s own where no better ones are known', () => {
    expect(wordsOf('teapot', 'i am a teapot').sentence).toBe('I am a teapot.');
  });

  it('tell a person that they declined themselves', () => {
    expect(wordsOfFault(Object.assign(new Error('User rejected'), { code: 4001 })).sentence).toMatch(/You declined/);
    expect(wordsOfFault('broken').sentence).toBe('Broken.');
  });
});
