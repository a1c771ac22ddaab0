import { fold } from './fold';
import { stemOf } from './stem';
import { initialsOf, termsOf, wordsOf } from './words';

describe('words of a text', () => {
  it.each([
    ["Will O’Hearn's café win?", ['will', 'ohearns', 'cafe', 'win']],
    ['$FIL at $100,000 or 49.5', ['fil', 'at', '100000', 'or', '49.5']],
    ['S&P 500, AT&T', ['s&p', '500', 'at&t']],
    ['The U.S. and example.com', ['the', 'us', 'and', 'example', 'com']],
    ['CA-11: Counter-Strike', ['ca', '11', 'counter', 'strike']],
    ['Łódź, Curaçao, Weiß, Ørsted', ['lodz', 'curacao', 'weiss', 'orsted']],
    ['東京2025年知事', ['東京', '2025', '年知', '知事']],
    ['１０月 ｂｉｔ', ['10', '月', 'bit']],
    ['भारत Спартак Ολυμπιακός', ['भारत', 'спартак', 'ολυμπιακος']],
    ['&|!:*()', []],
  ])('are split alike in titles and questions: %s', (text, words) => {
    expect(wordsOf(fold(text))).toEqual(words);
  });

  it.each([
    ["o'hearn", ['ohearn', 'o', 'hearn']],
    ['s&p', ['s&p', 's', 'p', 'sp']],
    ['100k', ['100k', '100000']],
    ['東京', ['東京', '東', '京']],
  ])('are more in a document, which is found by its parts: %s', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });
});

describe('initials', () => {
  it.each([
    ['Will Alexandria Ocasio-Cortez win?', 'aoc'],
    ['Next UK Prime Minister', 'pm'],
  ])('of names in "%s" have %s', (text, initials) => {
    expect(initialsOf(text)).toContain(initials);
  });

  it('are not those of ordinary words', () => {
    expect(initialsOf('who will win on Friday')).toEqual([]);
  });
});

describe('a stem', () => {
  it.each([
    ['strike', 'strikes', 'striking', 'striked'],
    ['election', 'elections'],
    ['party', 'parties'],
    ['runs', 'running'],
  ])('is one for the forms of a word: %s, %s', (...forms) => {
    expect(new Set(forms.map(stemOf)).size).toBe(1);
  });

  it.each([
    ['new', 'news'],
    ['unit', 'united'],
    ['str', 'string'],
    ['fed', 'fe'],
  ])('is not one for %s and %s', (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other));
  });
});
