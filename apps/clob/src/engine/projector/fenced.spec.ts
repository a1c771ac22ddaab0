import { fencedText, IF_MOVED } from './fenced.query';

const HEAD = 'UPDATE head SET sequence = $2 WHERE epoch = $1';

describe('a fenced statement', () => {
  it('numbers the parameters of its writes consecutively', () => {
    const one = `INSERT INTO a SELECT $1, $2 WHERE ${IF_MOVED}`;
    const two = `INSERT INTO b SELECT $2, $1, $10 WHERE ${IF_MOVED}`;
    expect(fencedText(HEAD, [one, two])).toBe(
      `WITH moved AS (${HEAD} RETURNING 1 AS moved), w0 AS (INSERT INTO a SELECT $3, $4 WHERE ${IF_MOVED}), ` +
        `w1 AS (INSERT INTO b SELECT $6, $5, $14 WHERE ${IF_MOVED}) SELECT moved FROM moved`,
    );
  });

  it('refuses a write without the fence condition', () => {
    expect(() => fencedText(HEAD, ['INSERT INTO a SELECT $1'])).toThrow(
      'A write is not behind the fence: INSERT INTO a SELECT $1',
    );
  });
});
