import { withNewFirstPage, withNextPage, type Page } from './page-list';

const keyOf = (row: string): string => row;
const LIST: Page<string> = { rows: ['e', 'd', 'c', 'b'], next: 'after-b' };

describe('withNextPage', () => {
  it('appends new rows, and takes the new cursor', () => {
    expect(withNextPage(LIST, { rows: ['b', 'a'], next: null }, keyOf)).toEqual({ rows: ['e', 'd', 'c', 'b', 'a'], next: null });
  });
});

describe('withNewFirstPage', () => {
  it('prepends new rows and keeps the rows of later pages', () => {
    const page = { rows: ['g', 'f', 'e'], next: 'after-e' };
    expect(withNewFirstPage(LIST, page, keyOf)).toEqual({ rows: ['g', 'f', 'e', 'd', 'c', 'b'], next: 'after-b' });
  });

  it('starts again when rows in between would be missing', () => {
    const page = { rows: ['z', 'y'], next: 'after-y' };
    expect(withNewFirstPage(LIST, page, keyOf)).toEqual(page);
  });

  it('replaces the list by a page that is complete: removed rows disappear', () => {
    const page = { rows: ['e', 'c'], next: null };
    expect(withNewFirstPage(LIST, page, keyOf)).toEqual(page);
  });
});
