import type { CatalogMarketV2 } from '@foretell/contracts';
import * as fc from 'fast-check';
import { market } from './events';
import { CONDITIONS } from './random-history';

const TAGS = [[], [{ label: 'NBA', slug: 'nba' }], [{ label: 'Climate', slug: 'climate' }], [{ label: 'Odd', slug: 'odd' }]];

/** Catalog events: most markets keep one condition, and all other fields change. */
export const CATALOG_EVENT: fc.Arbitrary<CatalogMarketV2> = fc
  .record({
    market: fc.nat(CONDITIONS.length - 1),
    // A catalog may correct a market's condition, or a condition's market.
    moved: fc.nat(7).map((drawn) => (drawn === 0 ? 1 : 0)),
    hasCondition: fc.nat(7).map((drawn) => drawn > 0),
    tags: fc.constantFrom(...TAGS),
    question: fc.constantFrom('Will it rain?', 'Will it snow?'),
    slug: fc.constantFrom('rain', 'snow'),
    icon: fc.constantFrom('', 'https://example.test/snow.png'),
    outcomes: fc.constantFrom(['Yes', 'No'], ['Up', 'Down']),
    event: fc.constantFrom(null, { id: '9', slug: 'weather', title: 'Weather', ticker: 'weather', description: '' }),
    endDate: fc.constantFrom(null, '2027-01-01T00:00:00Z'),
    negRisk: fc.boolean(),
  })
  .map(({ market: index, moved, hasCondition, tags, ...words }) =>
    market(CONDITIONS[(index + moved) % CONDITIONS.length] ?? '', tags, {
      ...words,
      ...(hasCondition ? {} : { conditionId: null }),
      marketId: String(index + 1),
      tokenIds: [`${index}1`, `${index}2`],
    }),
  );
