import { judgeLineage, lineageText, parseLineage, sharedTo, type Lineage } from './lineage';

const id = (digit: string): string => digit.repeat(16);
const FIRST: Lineage = { id: id('1'), ancestors: [] };
const SECOND: Lineage = { id: id('2'), ancestors: [{ id: id('1'), sharedTo: 25 }] };
const THIRD: Lineage = { id: id('3'), ancestors: [{ id: id('2'), sharedTo: 40 }, ...SECOND.ancestors] };

describe('N1: a lineage', () => {
  it('is encoded as a text and decoded again', () => {
    expect(lineageText(THIRD)).toBe(`${id('3')} ${id('2')}@40 ${id('1')}@25`);
    for (const lineage of [FIRST, SECOND, THIRD]) expect(parseLineage(lineageText(lineage))).toEqual(lineage);
  });

  it('is not decoded from anything else', () => {
    for (const text of ['', 'x', id('1').slice(1), `${id('1')} `, `${id('1')} ${id('2')}`, `${id('1')}\n`, `${id('G')}`])
      expect(parseLineage(text)).toBeNull();
  });

  it('returns the last event that it shares with another', () => {
    expect(sharedTo(THIRD, id('3'))).toBe(Infinity);
    expect([sharedTo(THIRD, id('2')), sharedTo(THIRD, id('1')), sharedTo(SECOND, id('3'))]).toEqual([40, 25, null]);
    expect([sharedTo(FIRST, null), sharedTo(THIRD, null)]).toEqual([Infinity, 25]);
  });

  it('encodes the first of many ancestors, and the last ones', () => {
    const ancestors = Array.from({ length: 40 }, (_, index) => ({ id: String(index).padStart(16, '0'), sharedTo: 100 - index }));
    const named = parseLineage(lineageText({ id: id('a'), ancestors }))?.ancestors ?? [];
    expect([named.length, named[0], named.at(-1)]).toEqual([16, ancestors[0], ancestors[39]]);
  });

  it.each([
    ['nothing is said of it', null, lineageText(SECOND), 30, 'same'],
    ['it is the one followed', lineageText(SECOND), lineageText(SECOND), 30, 'same'],
    ['the checkpoint is on the shared part', lineageText(SECOND), lineageText(FIRST), 25, 'adopt'],
    ['the checkpoint is beyond the shared part', lineageText(SECOND), lineageText(FIRST), 26, 'refuse'],
    ['nothing was applied yet', lineageText(SECOND), id('9'), 0, 'adopt'],
    ['what was applied is from before lineages', lineageText(FIRST), null, 30, 'adopt'],
    ['what was applied is from before lineages, and beyond the first', lineageText(SECOND), null, 26, 'refuse'],
    ['the other is not known', lineageText(SECOND), id('9'), 1, 'refuse'],
    ['the stream is of the parent', lineageText(FIRST), lineageText(SECOND), 1, 'refuse'],
    ['the header cannot be read', 'x', lineageText(FIRST), 1, 'refuse'],
  ])('when %s', (_, received, followed, checkpoint, verdict) => {
    expect(judgeLineage(received, followed, checkpoint)).toBe(verdict);
  });
});
