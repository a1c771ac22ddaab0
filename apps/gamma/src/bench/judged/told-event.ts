/**
 * An event that people look for by name, worded for this bench, with what makes a catalog difficult: names that only a question
 * has, words that only a description has, twins that are closed, tickers, accents, apostrophes and scripts of all kinds. Volumes
 * are of 24 hours and in all, in thousands.
 */
export type ToldEvent = readonly [
  state: 'open' | 'closed',
  volume24h: number,
  volume: number,
  title: string,
  more?: { readonly questions?: readonly string[]; readonly tags?: readonly string[]; readonly description?: string },
];
