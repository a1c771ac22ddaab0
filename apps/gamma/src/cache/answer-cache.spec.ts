import * as fc from 'fast-check';
import { AnswerCache, answerOf, type Answer } from './answer-cache';

/** A response of about this number of bytes. */
function sized(bytes: number): Answer {
  return answerOf('x'.repeat(bytes));
}

describe('the response cache', () => {
  it('returns entries of this version, and none of an older one', () => {
    const cache = new AnswerCache(10_000);
    const [old, fresh] = [sized(10), sized(20)];
    cache.put(1, 'markets', old);
    expect(cache.get(1, 'markets')).toBe(old);
    expect(cache.get(2, 'markets')).toBeUndefined();
    cache.put(2, 'events', fresh);
    expect([cache.get(2, 'markets'), cache.get(2, 'events')]).toEqual([undefined, fresh]);
  });

  it('does not store a response that became stale while it was made', () => {
    const cache = new AnswerCache(10_000);
    cache.put(2, 'events', sized(20));
    cache.put(1, 'markets', sized(10));
    expect([cache.get(1, 'markets'), cache.get(2, 'markets')]).toEqual([undefined, undefined]);
  });

  it('evicts the least recently used', () => {
    const cache = new AnswerCache(3 * 1700);
    for (const key of ['a', 'b', 'c']) cache.put(1, key, sized(1000));
    cache.get(1, 'a');
    cache.put(1, 'd', sized(1000));
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(1, key) !== undefined)).toEqual(['a', 'd', 'c'].sort());
  });

  it('returns an answer as long as it is cached, of its version and its key only', () => {
    const cache = new AnswerCache(2500);
    const answer = sized(1000);
    cache.put(1, 'a', answer);
    expect(cache.get(1, 'a')).toBe(answer);
    expect(cache.get(1, 'never made')).toBeUndefined();
    expect(cache.get(2, 'a')).toBeUndefined();
    cache.put(1, 'b', sized(1900));
    expect(cache.get(1, 'a')).toBeUndefined();
  });

  it('counts compressed bytes too, and no bytes of removed responses', () => {
    const cache = new AnswerCache(100_000);
    const answer = sized(1000);
    cache.put(1, 'a', answer);
    const before = cache.sizeBytes;
    cache.compressed('a', answer, Buffer.alloc(300));
    expect(cache.sizeBytes).toBe(before + 300);
    // Another reader compressed it at the same time.
    cache.compressed('a', answer, Buffer.alloc(300));
    cache.compressed('gone', sized(10), Buffer.alloc(300));
    expect(cache.sizeBytes).toBe(before + 300);
    cache.put(1, 'a', sized(1000));
    expect(cache.sizeBytes).toBe(before);
  });

  it('never exceeds its limit in bytes, and counts what it holds', () => {
    const step = fc.record({
      key: fc.integer({ min: 0, max: 9 }),
      version: fc.integer({ min: 1, max: 3 }),
      bytes: fc.nat(3000),
      gzip: fc.option(fc.nat(500)),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = new AnswerCache(8000);
        for (const { key, version, bytes, gzip } of steps) {
          const answer = sized(bytes);
          cache.put(version, `k${key}`, answer);
          if (gzip !== null) cache.compressed(`k${key}`, answer, Buffer.alloc(gzip));
          expect(cache.sizeBytes).toBeLessThanOrEqual(8000);
        }
        const held = [1, 2, 3].flatMap((version) =>
          Array.from({ length: 10 }, (_, key) => cache.get(version, `k${key}`) ?? []).flat(),
        );
        expect(cache.sizeBytes).toBeGreaterThanOrEqual(
          held.reduce((sum, { body, gzip }) => sum + body.length + (gzip?.length ?? 0), 0),
        );
        expect(cache.sizeBytes === 0).toBe(held.length === 0);
      }),
    );
  });
});
