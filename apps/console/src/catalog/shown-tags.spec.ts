import { shownTags } from './shown-tags';

describe('shownTags', () => {
  it('shows each label once, and none that only steers the source’s pages', () => {
    const tags = [
      { label: 'Sports' },
      { label: 'sports' },
      { label: 'Hide From New' },
      { label: 'Games', forceHide: true },
      { label: 'Hidden gems' },
    ];
    expect(shownTags(tags).map(({ label }) => label)).toEqual(['Sports', 'Hidden gems']);
  });
});
