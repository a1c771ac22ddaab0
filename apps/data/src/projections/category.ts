import { CATEGORIES, type Category } from '@foretell/contracts';

/** Tag slugs of public catalogs that mean a category under another name. */
const SYNONYMS: Readonly<Record<Category, readonly string[]>> = {
  POLITICS: ['elections', 'us-politics', 'geopolitics', 'world-elections', 'us-elections', 'global-elections', 'politics-2'],
  SPORTS: [
    'sport',
    'soccer',
    'football',
    'nfl',
    'nba',
    'mlb',
    'nhl',
    'tennis',
    'ufc',
    'mma',
    'boxing',
    'golf',
    'cricket',
    'esports',
    'formula-1',
    'f1',
    'olympics',
    'games',
  ],
  CRYPTO: ['cryptocurrency', 'crypto-prices', 'bitcoin', 'ethereum', 'solana', 'defi', 'nft'],
  FINANCE: ['business', 'stocks', 'equities', 'markets', 'commodities', 'ipo', 'ipos', 'earnings'],
  CULTURE: ['pop-culture', 'entertainment', 'movies', 'music', 'awards', 'celebrities', 'celebrity', 'tv', 'oscars', 'grammys'],
  MENTIONS: ['mention', 'mention-markets', 'mentions-markets'],
  WEATHER: [
    'climate',
    'climate-weather',
    'climate-and-weather',
    'temperature',
    'daily-temperature',
    'hurricanes',
    'natural-disasters',
  ],
  ECONOMICS: ['economy', 'economic-policy', 'fed', 'fed-rates', 'inflation', 'interest-rates', 'gdp', 'jobs'],
  TECH: ['technology', 'ai', 'artificial-intelligence', 'openai', 'science', 'big-tech', 'space', 'tech-science'],
};

const BY_KEY: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.flatMap((category) =>
    [category.toLowerCase(), ...SYNONYMS[category]].map((key): [string, Category] => [key, category]),
  ),
);

/**
 * The category of the first tag that names one, by slug or label, case-insensitive; null when none does. Source: interface, Data.
 */
export function categoryOf(tags: readonly { readonly label: string; readonly slug: string }[]): Category | null {
  for (const { slug, label } of tags) {
    const category = BY_KEY.get(keyOf(slug)) ?? BY_KEY.get(keyOf(label));
    if (category !== undefined) return category;
  }
  return null;
}

/** "Pop Culture", "pop_culture" and "pop-culture" are equal. */
function keyOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
