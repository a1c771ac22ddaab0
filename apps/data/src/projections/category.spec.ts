import { CATEGORIES } from '@foretell/contracts';
import { categoryOf } from './category';

const tag = (slug: string, label = slug): { slug: string; label: string } => ({ slug, label });

describe("a market's category", () => {
  it.each(CATEGORIES)('%s is matched by its own name, case-insensitive', (category) => {
    expect(categoryOf([tag(category.toLowerCase())])).toBe(category);
    expect(categoryOf([tag('x', category)])).toBe(category);
  });

  it.each([
    ['pop-culture', 'CULTURE'],
    ['Climate & Weather', 'WEATHER'],
    ['us_elections', 'POLITICS'],
    ['NBA', 'SPORTS'],
    ['Economy', 'ECONOMICS'],
  ])('%s means %s', (text, category) => {
    expect(categoryOf([tag('1', text)])).toBe(category);
  });

  it('is that of the first tag that names a category', () => {
    expect(categoryOf([tag('all'), tag('crypto'), tag('sports')])).toBe('CRYPTO');
  });

  it('is null when no tag names one', () => {
    expect(categoryOf([tag('all'), tag('constructor')])).toBeNull();
    expect(categoryOf([])).toBeNull();
  });
});
