import { Encoded } from './encoded';

interface Row {
  readonly title: string;
  readonly price: number | null;
}

const textOf = ({ latin1 }: Encoded<unknown>): string => Buffer.from(latin1, 'latin1').toString('utf8');

describe('an encoded value', () => {
  it('has the same text in lists, by names and among other fields as by itself', () => {
    const [one, other]: readonly [Row, Row] = [
      { title: 'Wahl – 2027?', price: 0.5 },
      { title: '選挙 "今"', price: null },
    ];
    const [first, second] = [Encoded.of(one), Encoded.of(other)];
    expect(textOf(Encoded.list([first, second]))).toBe(JSON.stringify([one, other]));
    expect(
      textOf(
        Encoded.record([
          ['a', first],
          ['b', second],
        ]),
      ),
    ).toBe(JSON.stringify({ a: one, b: other }));
    const page = { data: [one, other], next_cursor: 'é', limit: 2, nothing: null };
    const fields = { data: Encoded.list([first, second]), next_cursor: 'é', limit: 2, nothing: null };
    expect(textOf(Encoded.object<typeof page>(fields))).toBe(JSON.stringify(page));
  });

  it('is the same before and after it is sent, also when it is large', () => {
    for (const repeated of [1, 20_000]) {
      const value = [{ title: 'ä'.repeat(repeated), price: 1 }];
      const encoded = Encoded.of(value);
      const text = JSON.stringify(value);
      for (let time = 0; time < 2; time += 1) {
        expect(textOf(encoded)).toBe(text);
        expect(encoded.bytes.toString()).toBe(text);
        expect(encoded.length).toBe(Buffer.byteLength(text));
        expect(Buffer.from(encoded.content.toString('latin1'), 'latin1').toString()).toBe(text);
        expect(textOf(Encoded.list([encoded]))).toBe(`[${text}]`);
      }
      expect(typeof encoded.content).toBe(repeated === 1 ? 'string' : 'object');
    }
  });
});
