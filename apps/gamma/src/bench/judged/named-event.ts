/**
 * An event that users search by name, worded for this bench. The set covers what makes a catalog difficult: names that only a
 * question has, words that only a description has, closed twins, tickers, accents, apostrophes and scripts of all kinds. Volumes
 * are of 24 hours and of all time, in thousands.
 */
export type NamedEvent = readonly [
  state: 'open' | 'closed',
  volume24h: number,
  volume: number,
  title: string,
  more?: { readonly questions?: readonly string[]; readonly tags?: readonly string[]; readonly description?: string },
];
