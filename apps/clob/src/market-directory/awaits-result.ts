import type { MarketEntry } from './market-directory';

/**
 * Whether the catalog's source names a result that has not been paid here, because shares are held: only an operator pays it,
 * with `ops markets resolve`.
 */
export function awaitsResult({ sourceWord, market }: Pick<MarketEntry, 'sourceWord' | 'market'>): boolean {
  return sourceWord.result !== undefined && market.status !== 'resolved' && market.collateralMicros > 0;
}
