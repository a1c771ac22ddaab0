import { pricePips, sizeMicros } from '@foretell/units';
import { BookView } from './book-view';
import { marketEntry } from '../testing/market-entry';
import { BookAnswers } from './book-answers';

describe('cached responses about books', () => {
  const view = new BookView();
  const token = (number: number) => {
    const entry = { ...marketEntry(), tokenIds: [String(2 * number), String(2 * number + 1)] as const };
    return { entry, outcome: 0 } as const;
  };

  it('are built once for each version of a book, also when there is none', () => {
    const answers = new BookAnswers(1_000_000);
    const [first, made] = [token(1), [] as string[]];
    const asked = (value: string | null): string | undefined =>
      answers.of(first, view, 'midpoint of many', () => {
        made.push(String(value));
        return value;
      })?.latin1;
    expect([asked(null), asked('0.5')]).toEqual([undefined, undefined]);
    view.setLevel({ side: 'bid', pricePips: pricePips(4_000), sizeMicros: sizeMicros(5) }, 1);
    expect([asked('0.5'), asked('0.6')]).toEqual(['"0.5"', '"0.5"']);
    expect(made).toEqual(['null', '0.5']);
  });

  it('are bounded by their bytes: the oldest are dropped first', () => {
    const answers = new BookAnswers(10_000);
    const tokens = Array.from({ length: 12 }, (_, number) => token(number));
    let made = 0;
    const ask = (at: number): void => {
      const asked = tokens[at];
      if (asked === undefined) throw new Error('no such token');
      answers.of(asked, view, 'book', () => {
        made += 1;
        return 'x'.repeat(1_000);
      });
    };
    tokens.forEach((_, at) => ask(at));
    expect(made).toBe(12);
    ask(11);
    expect(made).toBe(12);
    ask(0);
    expect(made).toBe(13);
  });
});
