import type { PublicSearchResult } from '@foretell/contracts';
import { foundBy } from './found';

const market = (slug: string, groupItemTitle: string) => ({
  slug,
  conditionId: '0x1',
  question: `Will ${slug}?`,
  groupItemTitle,
});

/** The fields that a search shows. */
function resultOf(...events: readonly object[]): PublicSearchResult {
  return { events } as unknown as PublicSearchResult;
}

describe('foundBy', () => {
  const league = {
    slug: 'league',
    title: 'Norland League',
    markets: [market('united-wins', 'Harbour United'), market('rovers-win', 'Lakeside Rovers')],
  };
  const rain = { slug: 'rain', title: 'Will it rain at the harbour?', markets: [market('rain', '')] };

  it('lists events, then the markets that the words name', () => {
    expect(foundBy('Harbour', resultOf(league, rain))).toEqual([
      { kind: 'event', href: '/event/league', name: 'Norland League', aside: '2 markets' },
      { kind: 'event', href: '/event/rain', name: 'Will it rain at the harbour?', aside: '' },
      { kind: 'market', href: '/market/united-wins', name: 'Harbour United', aside: 'Norland League' },
    ]);
  });

  it('takes further words from the event’s name, and lists no market that only the event’s name matches', () => {
    expect(foundBy('norland rovers', resultOf(league)).map(({ name }) => name)).toEqual(['Norland League', 'Lakeside Rovers']);
    expect(foundBy('norland', resultOf(league)).map(({ kind }) => kind)).toEqual(['event']);
    expect(foundBy('rovers final', resultOf(league)).map(({ kind }) => kind)).toEqual(['event']);
  });
});
