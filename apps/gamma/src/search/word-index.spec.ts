import { questionOf } from './question';
import { WordIndex } from './word-index';

interface Named {
  readonly id: number;
}

function indexOf(titles: Readonly<Record<number, string>>): WordIndex<Named> {
  const index = new WordIndex<Named>();
  for (const [id, title] of Object.entries(titles)) put(index, Number(id), title);
  return index;
}

function put(index: WordIndex<Named>, id: number, title: string, beside: readonly string[] = [], description = ''): void {
  index.put({ id }, { title, slug: `slug-${id}`, beside, description });
}

/** Ids in the order of their costs, equal costs grouped. */
function found(index: WordIndex<Named>, q: string, isInside = false): number[][] {
  const hits = index.withAll(questionOf(q), isInside);
  const costs = [...new Set(hits.map(({ cost }) => cost))].toSorted((one, other) => one - other);
  return costs.map((cost) => hits.filter((hit) => hit.cost === cost).map(({ value }) => value.id));
}

describe('an index of words', () => {
  it('ranks complete words before prefixes before infixes, and within each titles before questions before descriptions', () => {
    const index = new WordIndex<Named>();
    put(index, 1, 'Strait', ['nothing']);
    put(index, 2, 'Rain over ports');
    put(index, 3, 'Other', ['Rain again?']);
    put(index, 4, 'Other yet', [], 'There is rain.');
    put(index, 5, 'Rainbow seen');
    put(index, 6, 'Else', ['Rainy days?']);
    put(index, 7, 'And else', [], 'Some raincoat.');
    put(index, 8, 'The train');
    expect(found(index, 'rain')).toEqual([[2], [3], [4], [5], [6], [7]]);
    expect(found(index, 'rain', true)).toEqual([[2], [3], [4], [5], [6], [7], [8]]);
  });

  it('ranks the exact title first, and all words in the title, in any order, before words elsewhere', () => {
    const index = new WordIndex<Named>();
    put(index, 1, 'Iran talks', ['Will there be a strike?']);
    put(index, 2, 'Next strike on Iran?');
    put(index, 3, 'Iran strike');
    expect(found(index, 'iran strike')).toEqual([[3], [2], [1]]);
    expect(found(index, 'SLUG-1')).toEqual([[1]]);
  });

  it.each([
    ['mrbeast', { 1: 'Mr Beast video', 2: 'MrBeast video', 3: 'Mr Bean and a beast' }, [1, 2]],
    ['mr beast video', { 1: 'Mr Beast video', 2: 'MrBeast video', 3: 'Mr Bean video' }, [1, 2]],
    ['fil', { 1: '($FIL) price', 2: 'Charges filed', 3: 'The profile' }, [1, 2]],
    ['S&P', { 1: 'S&P 500', 2: 'Spain and Portugal', 3: 'Some people' }, [1]],
    ['o’hearn', { 1: "O'Hearn elected", 2: 'OHearn', 3: 'Oslo hearing' }, [1, 2]],
    ['CAFÉ', { 1: 'Cafe sold', 2: 'Café sold' }, [1, 2]],
    ['東京 2025', { 1: '東京2025年知事', 2: '東京2026年', 3: '京東2025' }, [1]],
    ['eth', { 1: 'Ethereum', 2: 'ETH', 3: 'Methane' }, [1, 2]],
    ['aoc', { 1: 'Alexandria Ocasio-Cortez', 2: 'Aosta Cup' }, [1]],
    ['gta 6', { 1: 'GTA VI', 2: 'GTA 6', 3: 'GTA 7' }, [1, 2]],
    ['bitcoin 100k', { 1: 'Bitcoin above $100,000', 2: 'Bitcoin above 100k', 3: 'Bitcoin above 10k' }, [1, 2]],
  ])('finds for %s in %j', (q, titles, ids) => {
    expect(found(indexOf(titles), q).flat().toSorted()).toEqual(ids);
  });

  it('holds the last value, after any number of updates, and nothing that was removed', () => {
    const index = new WordIndex<Named>();
    for (let round = 0; round < 30; round += 1) {
      for (let id = 0; id < 100; id += 1) put(index, id, `Title ${id} of round${round}`);
    }
    index.remove(7);
    expect(index.size).toBe(99);
    expect(found(index, 'round28').flat()).toEqual([]);
    expect(found(index, 'round29').flat()).toHaveLength(99);
    expect(found(index, 'title 42').flat()).toEqual([42]);
    expect(found(index, 'title 7').flat()).not.toContain(7);
  });

  it('answers a rephrased question by most of its words', () => {
    const index = indexOf({ 1: 'Xi Jinping out before 2027?', 2: 'Who leaves the office?', 3: 'Trump out?' });
    const ids = index.withMost(questionOf('will xi jinping leave his office')).map(({ value }) => value.id);
    expect(ids).toContain(1);
    expect(ids).not.toContain(3);
  });
});
