import { ReaderCache } from './reader-cache';

describe('ReaderCache', () => {
  it('gives the same reader again, unless it was left long ago or for too many others', () => {
    let now = 0;
    const readers = new ReaderCache<object>(2, 1_000, () => now);
    const of = (name: string) => readers.of(name, () => ({}));
    const first = of('a');
    now = 1_000;
    expect(of('a')).toBe(first);
    now = 2_001;
    const second = of('a');
    expect(second).not.toBe(first);
    of('b');
    expect(of('a')).toBe(second);
    of('c');
    expect(of('a')).toBe(second);
    expect(of('b')).not.toBe(second);
    of('d');
    expect(of('a')).not.toBe(second);
  });
});
