import { ErrorCode, NatsError } from 'nats';
import { reasonOf } from './logger';

describe('reasonOf', () => {
  it.each([
    [NatsError.errorForCode(ErrorCode.Timeout), /JetStream may be off for want of disk/],
    [NatsError.errorForCode(ErrorCode.NoResponders), /^no NATS server/],
    [new Error('the journal has a hole'), /^the journal has a hole$/],
    ['a text', /^a text$/],
  ])('explains %s in a sentence', (error, sentence) => {
    expect(reasonOf(error)).toMatch(sentence);
  });
});
