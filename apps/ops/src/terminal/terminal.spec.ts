import { bookPicture } from '../demo/book-picture';
import { money, short } from './figures';
import { createPaint } from './paint';
import { Progress } from './progress';
import { table } from './table';
import { cut, visibleWidth } from './width';

const plain = { columns: Number.POSITIVE_INFINITY, paint: createPaint(false) };

describe('money', () => {
  it.each([
    ['10000', '10 000.00'],
    ['0.5', '0.50'],
    ['0.1234', '0.1234'],
    ['0.12345', '0.1235'],
    ['0.00004', '0.00'],
    ['9.99995', '10.00'],
    ['1234567.8', '1 234 567.80'],
    ['-3.25', '-3.25'],
    ['', ''],
    ['n/a', 'n/a'],
  ])('shows %p as %p', (amount, shown) => expect(money(amount)).toBe(shown));

  it('takes JSON numbers', () => {
    expect([money(0.1 + 0.2), money(-20), money(1e-7)]).toEqual(['0.30', '-20.00', '0.00']);
  });
});

it('shortens ids, not short texts', () => {
  expect([short('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'), short('0x1234')]).toEqual(['0xf39F…2266', '0x1234']);
});

describe('width', () => {
  it('ignores colour codes and counts wide characters twice', () => {
    expect([visibleWidth('\x1b[31mred\x1b[39m'), visibleWidth('天気'), visibleWidth('🎉!')]).toEqual([3, 4, 3]);
  });

  it('cuts to the columns, including the ellipsis', () => {
    expect([cut('Lisbon', 6), cut('Lisbon rain', 8), cut('天気天気', 5)]).toEqual(['Lisbon', 'Lisbon…', '天気…']);
  });
});

describe('table', () => {
  const columns = [{ title: 'ID' }, { title: 'QUESTION', shrinks: true }, { title: 'SIZE', align: 'right' }] as const;
  const rows = [
    ['a', 'Will it rain in Lisbon on Friday?', '1.00'],
    ['bb', 'No', '100.00'],
  ];

  it('aligns, and cuts nothing for a pipe', () => {
    expect(table(plain, columns, rows)).toEqual([
      'ID  QUESTION                             SIZE',
      'a   Will it rain in Lisbon on Friday?    1.00',
      'bb  No                                 100.00',
    ]);
  });

  it('fits a terminal by shrinking columns', () => {
    const lines = table({ ...plain, columns: 30 }, columns, rows);
    expect(lines[1]).toBe('a   Will it rain in L…    1.00');
    expect(Math.max(...lines.map(visibleWidth))).toBeLessThanOrEqual(30);
  });
});

it('draws a book with the best prices in the middle and bars on one scale', () => {
  const book = {
    bids: [
      { price: 0.52, size: 20 },
      { price: 0.5, size: 40 },
    ],
    asks: [{ price: 0.56, size: 10 }],
  };
  expect(bookPicture(plain, book)).toEqual([
    '        PRICE  SHARES',
    '  ask    0.56   10.00  ████████',
    '  ── spread 0.04, midpoint 0.54 ──',
    '  bid    0.52   20.00  ████████████████',
    '  bid    0.50   40.00  ████████████████████████████████',
  ]);
});

it('progress never exceeds 100 % and clears its line', () => {
  const lines: string[] = [];
  const progress = new Progress({ status: (text) => lines.push(text) }, 'rows', 3);
  progress.advance(2);
  progress.advance(2);
  progress.finish();
  expect(lines.map((line) => /[0-9]+ %/.exec(line)?.[0] ?? line)).toEqual(['0 %', '66 %', '100 %', '']);
});
