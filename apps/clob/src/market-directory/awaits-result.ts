import type { MarketEntry } from './market-directory';

/**
 * Whether the catalog's source names a result that has not been paid here, because shares are held: money moves by an operator's
 * word only, `ops markets resolve`.
 */
export function awaitsResult({ sourceWord, market }: Pick<MarketEntry, 'sourceWord' | 'market'>): boolean {
  return sourceWord.result !== undefined && market.status !== 'resolved' && market.collateralMicros > 0;
}
