import { withNewFirstPage, withNextPage, type PageList } from './page-list';

const keyOf = (row: string): string => row;
const LIST: PageList<string> = { rows: ['e', 'd', 'c', 'b'], next: 'after-b' };

describe('withNextPage', () => {
  it('adds what is not known, and takes the new cursor', () => {
    expect(withNextPage(LIST, { rows: ['b', 'a'], next: null }, keyOf)).toEqual({ rows: ['e', 'd', 'c', 'b', 'a'], next: null });
  });
});

describe('withNewFirstPage', () => {
  it('puts new rows in front and keeps what was read further down', () => {
    const page = { rows: ['g', 'f', 'e'], next: 'after-e' };
    expect(withNewFirstPage(LIST, page, keyOf)).toEqual({ rows: ['g', 'f', 'e', 'd', 'c', 'b'], next: 'after-b' });
  });

  it('begins again when rows between would be missing', () => {
    const page = { rows: ['z', 'y'], next: 'after-y' };
    expect(withNewFirstPage(LIST, page, keyOf)).toEqual(page);
  });

  it('takes a page that is the whole list as the list: what is gone is gone', () => {
    const page = { rows: ['e', 'c'], next: null };
    expect(withNewFirstPage(LIST, page, keyOf)).toEqual(page);
  });
});
