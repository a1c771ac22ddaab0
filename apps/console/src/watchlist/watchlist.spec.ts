import { toggleWatched, watched } from './watchlist';

describe('the watchlist', () => {
  it('adds and removes, newest first, and keeps it in the browser', () => {
    toggleWatched('rain');
    toggleWatched('snow');
    expect(watched()).toEqual(['snow', 'rain']);
    expect(window.localStorage.getItem('foretell.watchlist')).toBe('["snow","rain"]');
    toggleWatched('snow');
    expect(watched()).toEqual(['rain']);
  });

  it('is bounded', () => {
    for (let at = 0; at < 120; at += 1) toggleWatched(`event-${at}`);
    expect(watched()).toHaveLength(100);
    expect(watched()[0]).toBe('event-119');
  });
});
