import { IdFilter } from './id-filter';

/** Not even digests: ids that differ in few digits. */
const orderId = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;
/** More than the first layer's capacity. */
const SEEN = 80_000;
const ASKED = 20_000;

describe('a filter of ids', () => {
  const filter = new IdFilter();
  for (let number = 0; number < SEEN; number += 1) filter.add(orderId(number));

  it('never reports a seen id as new, however often it has grown', () => {
    const forgotten = Array.from({ length: SEEN }, (_, number) => orderId(number)).filter((id) => !filter.mayHold(id));
    expect(forgotten).toEqual([]);
  });

  it('rarely reports a new id as seen', () => {
    const perhaps = Array.from({ length: ASKED }, (_, index) => orderId(SEEN + index)).filter((id) => filter.mayHold(id));
    expect(perhaps.length).toBeLessThan(ASKED / 400);
  });

  it('accepts any kind of name', () => {
    for (let number = 0; number < 1_000; number += 1) filter.add(`deposit ${number} of Zoë`);
    expect(filter.mayHold('deposit 999 of Zoë')).toBe(true);
    const perhaps = Array.from({ length: 10_000 }, (_, number) => `deposit ${number} of Zoé`).filter((id) => filter.mayHold(id));
    expect(perhaps.length).toBeLessThan(20);
  });
});
