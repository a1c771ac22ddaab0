import { ByteReader, ByteWriter } from './bytes';

describe('values as bytes', () => {
  it.each([0, 1, 127, 128, 16_383, 16_384, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 1e15, Number.MAX_SAFE_INTEGER])(
    'decodes %d',
    (value) => {
      const bytes = new ByteWriter()
        .number(value)
        .optional(value - 1 < 0 ? null : value - 1)
        .finish();
      const reader = new ByteReader(bytes);
      expect([reader.number(), reader.optional()]).toEqual([value, value === 0 ? null : value - 1]);
      reader.requireEnd();
    },
  );

  it.each([-1, 0.5, 2 ** 53, NaN, Infinity])('refuses %d', (value) => {
    expect(() => new ByteWriter().number(value)).toThrow(RangeError);
  });

  it.each(['', 'a', 'Zürich ≥ 1 €', '😀'.repeat(40_000)])('decodes texts of any alphabet', (text) => {
    const reader = new ByteReader(new ByteWriter().text(text).text('z').finish());
    expect([reader.text(), reader.text()]).toEqual([text, 'z']);
  });

  it('writes a symbol once, and reads it at each occurrence', () => {
    const writer = new ByteWriter()
      .symbol('wallet')
      .symbol('other')
      .symbol('wallet')
      .optionalSymbol(null)
      .optionalSymbol('other');
    const bytes = writer.finish();
    expect(bytes.toString('latin1').split('wallet')).toHaveLength(2);
    const reader = new ByteReader(bytes);
    expect([reader.symbol(), reader.symbol(), reader.symbol()]).toEqual(['wallet', 'other', 'wallet']);
    expect([reader.optionalSymbol(), reader.optionalSymbol()]).toEqual([null, 'other']);
  });

  it('reports bytes that end too early, and bytes left over', () => {
    const bytes = new ByteWriter().text('abc').finish();
    expect(() => new ByteReader(bytes.subarray(0, 6)).text()).toThrow('the bytes end within a text');
    expect(() => new ByteReader(Buffer.alloc(0)).number()).toThrow('the bytes end within a number');
    expect(() => new ByteReader(bytes).requireEnd()).toThrow('7 bytes are left over');
    expect(() => new ByteReader(Buffer.of(5)).symbol()).toThrow('there is no symbol 5');
  });
});
