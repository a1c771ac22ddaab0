import type { MarketEntry } from './market-directory';

/**
 * Whether the catalog's source has a result that is not paid here, because the market has holders: an operator must pay it with
 * `ops markets resolve`.
 */
export function awaitsResult({ sourceWord, market }: Pick<MarketEntry, 'sourceWord' | 'market'>): boolean {
  return sourceWord.result !== undefined && market.status !== 'resolved' && market.collateralMicros > 0;
}
