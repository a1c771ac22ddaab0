/** Synonyms, each line in both directions; all words of a phrase are required. */
const SAME: readonly (readonly string[])[] = [
  ['btc', 'bitcoin'],
  ['eth', 'ethereum', 'ether'],
  ['sol', 'solana'],
  ['doge', 'dogecoin'],
  ['ltc', 'litecoin'],
  ['spx', 's&p 500'],
  ['pm', 'prime minister'],
  ['uk', 'united kingdom', 'britain'],
  ['us', 'usa', 'united states', 'america', 'american'],
  ['un', 'united nations'],
  ['eu', 'european union'],
  ['uae', 'united arab emirates'],
  ['nyc', 'new york city'],
  ['ny', 'new york'],
  ['la', 'los angeles'],
  ['sf', 'san francisco'],
  ['gop', 'republican', 'republicans'],
  ['dem', 'dems', 'democrats', 'democratic'],
  ['fed', 'fomc', 'federal reserve'],
  ['ecb', 'european central bank'],
  ['boj', 'bank of japan'],
  ['boe', 'bank of england'],
  ['cpi', 'inflation'],
  ['scotus', 'supreme court'],
  ['potus', 'president'],
  ['ai', 'artificial intelligence'],
  ['f1', 'formula 1', 'formula one'],
  ['ucl', 'champions league'],
  ['epl', 'premier league'],
  ['utd', 'united'],
  ['man', 'manchester'],
  ['barca', 'barcelona'],
  ['mavs', 'mavericks'],
  ['cs2', 'cs', 'counter strike'],
  ['win', 'wins', 'winner', 'champion'],
  ['france', 'french'],
  ['germany', 'german'],
  ['britain', 'british'],
  ['japan', 'japanese'],
  ['china', 'chinese'],
  ['ath', 'all time high'],
  ['pres', 'presidential'],
  ['vs', 'versus'],
];
const ROMAN = [
  'ii',
  'iii',
  'iv',
  'v',
  'vi',
  'vii',
  'viii',
  'ix',
  'x',
  'xi',
  'xii',
  'xiii',
  'xiv',
  'xv',
  'xvi',
  'xvii',
  'xviii',
  'xix',
  'xx',
];
const ROMAN_FROM = 2;

const BY_WORD = new Map<string, (readonly string[])[]>();
for (const group of [...SAME, ...ROMAN.map((roman, index) => [roman, String(index + ROMAN_FROM)])]) {
  for (const word of group.filter((each) => !each.includes(' '))) {
    const others = group.filter((each) => each !== word).map((each) => each.split(' '));
    BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), ...others]);
  }
}

/** The synonyms of a word, each of one or more words. */
export function synonymsOf(word: string): readonly (readonly string[])[] {
  return BY_WORD.get(word) ?? [];
}

/** Words that form a question without naming its subject. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be been by can come did do does for from get going had has have how if in into is it its many much of on or s that the their there they this to was were what when where which who whom whose why will with would'.split(
    ' ',
  ),
);
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  'are can could did do does has have how is should was were what when where which who whom whose why will would'.split(' '),
);

export function isQuestion(words: readonly string[]): boolean {
  return words.length > 2 && QUESTION_WORDS.has(words[0] ?? '');
}
