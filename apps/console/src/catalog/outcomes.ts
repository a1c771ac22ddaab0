import type { PublicMarketFields } from '@foretell/contracts';

/** One of a market's two outcomes, as the catalog returns it. */
export interface Outcome {
  readonly tokenId: string;
  readonly label: string;
  /** The catalog's last price; null when it has none. */
  readonly price: string | null;
}

/** A market's outcomes in their order; none when the catalog has no tokens for it. */
export function outcomesOf(market: Pick<PublicMarketFields, 'outcomes' | 'clobTokenIds' | 'outcomePrices'>): readonly Outcome[] {
  const labels = textsOf(market.outcomes);
  const prices = textsOf(market.outcomePrices);
  return textsOf(market.clobTokenIds).map((tokenId, at) => ({
    tokenId,
    label: labels[at] ?? `Outcome ${at + 1}`,
    price: prices[at] ?? null,
  }));
}

/** Parses a JSON array of texts; empty when the text is anything else. */
function textsOf(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
