import { fencedText, IF_MOVED } from './fenced';

const HEAD = 'update head set sequence = $2 where epoch = $1';

describe('a fenced statement', () => {
  it('numbers the parameters of its writes consecutively', () => {
    const one = `insert into a select $1, $2 where ${IF_MOVED}`;
    const two = `insert into b select $2, $1, $10 where ${IF_MOVED}`;
    expect(fencedText(HEAD, [one, two])).toBe(
      `with moved as (${HEAD} returning 1 as moved), w0 as (insert into a select $3, $4 where ${IF_MOVED}), ` +
        `w1 as (insert into b select $6, $5, $14 where ${IF_MOVED}) select moved from moved`,
    );
  });

  it('refuses a write without the fence condition', () => {
    expect(() => fencedText(HEAD, ['insert into a select $1'])).toThrow(
      'A write is not behind the fence: insert into a select $1',
    );
  });
});
