import * as fc from 'fast-check';
import { fromColumn, isOlder, parseInstant, toColumn } from './instant';

/** Texts of instants in rows, and the instants that the catalog stores. */
const WRITINGS: readonly [text: string, instant: string | null][] = [
  ['2025-05-02T15:48:25Z', '2025-05-02T15:48:25Z'],
  ['2025-05-02T15:48:25.262673Z', '2025-05-02T15:48:25.262673Z'],
  ['2025-05-02T15:48:25.260000Z', '2025-05-02T15:48:25.26Z'],
  ['2025-05-02T15:48:25.000Z', '2025-05-02T15:48:25Z'],
  ['2025-05-02T15:48:25.2626739Z', '2025-05-02T15:48:25.262673Z'],
  ['2025-05-31T15:48:25.5Z', '2025-05-31T15:48:25.5Z'],
  ['2025-05-02', '2025-05-02T00:00:00Z'],
  ['2025-05-02T15:48', '2025-05-02T15:48:00Z'],
  [' 2025-05-02 15:48:25 ', '2025-05-02T15:48:25Z'],
  ['2025-05-02t15:48:25,5z', '2025-05-02T15:48:25.5Z'],
  ['2025-05-02 15:48:25+00', '2025-05-02T15:48:25Z'],
  ['2025-05-02T01:30:00+02:00', '2025-05-01T23:30:00Z'],
  ['2025-12-31T23:30:00.25-0130', '2026-01-01T01:00:00.25Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
  ['2025-02-29T00:00:00Z', null],
  ['2025-04-31', null],
  ['2025-13-01T00:00:00Z', null],
  ['2025-00-10T00:00:00Z', null],
  ['2025-01-00T00:00:00Z', null],
  ['2025-01-02T24:00:00Z', null],
  ['2025-01-02T23:60:00Z', null],
  ['2025-01-02T23:59:60Z', null],
  ['0000-01-02T00:00:00Z', null],
  ['0001-01-01T00:00:00+01:00', null],
  ['9999-12-31T23:59:59-01:00', null],
  ['2025-05-02T15:48:25.Z', null],
  ['2025-05-02T15', null],
  ['20250502T154825Z', null],
  ['1746200905', null],
  ['tomorrow', null],
  ['', null],
];

describe('an instant of the catalog', () => {
  it.each(WRITINGS)('parses %j as %j', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  it('is the same in every offset, and parses its own format', () => {
    const moments = fc.date({
      min: new Date('0002-01-01T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.integer({ min: -14 * 60, max: 14 * 60 }), fc.nat(999), (moment, offsetMinutes, micros) => {
        const fraction = String(micros).padStart(3, '0');
        const plain = parseInstant(moment.toISOString().replace('Z', `${fraction}Z`));
        const local = new Date(moment.getTime() + offsetMinutes * 60_000).toISOString().replace('Z', fraction);
        const offset = `${offsetMinutes < 0 ? '-' : '+'}${clock(Math.abs(offsetMinutes))}`;
        expect(parseInstant(`${local}${offset}`)).toBe(plain);
        expect(parseInstant(plain ?? '')).toBe(plain);
        expect(Date.parse(plain ?? '')).toBe(moment.getTime());
      }),
    );
  });

  it('round-trips through its column, as does a missing one', () => {
    expect(toColumn(null)).toBe('-infinity');
    expect(fromColumn('-infinity')).toBeNull();
    expect(fromColumn('2025-05-02 15:48:25.26')).toBe('2025-05-02T15:48:25.26Z');
  });

  it('is older than a later one, including fractions, and never than a missing one', () => {
    const row = (updatedAt: string | null): { updatedAt: string | null } => ({ updatedAt });
    expect(isOlder(row('2025-05-02T15:48:25Z'), row('2025-05-02T15:48:25.1Z'))).toBe(true);
    expect(isOlder(row('2025-05-02T15:48:25.1Z'), row('2025-05-02T15:48:25Z'))).toBe(false);
    expect(isOlder(row('2025-05-02T15:48:25Z'), row('2025-05-02T15:48:25Z'))).toBe(false);
    expect(isOlder(row('2025-05-02T15:48:25Z'), row(null))).toBe(false);
    expect(isOlder(row(null), row('2025-05-02T15:48:25Z'))).toBe(false);
    expect(isOlder(row('2025-05-02T15:48:25Z'), undefined)).toBe(false);
  });
});

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
