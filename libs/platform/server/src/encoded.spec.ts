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
});
