import type { ScopedListQuery } from '@foretell/contracts';
import type { MarketDirectory } from '../market-directory/market-directory';

/** The market and token to which a list is limited; undefined fields do not limit. */
export interface ListScope {
  readonly conditionId: string | undefined;
  readonly outcome: 0 | 1 | undefined;
}

/** `market` and `asset_id` of a list, which must both match when both are given; null when nothing can match. */
export function listScope({ market, asset_id: assetId }: ScopedListQuery, directory: MarketDirectory): ListScope | null {
  if (assetId === undefined) return { conditionId: market, outcome: undefined };
  const token = directory.byToken(assetId);
  if (token === undefined || (market !== undefined && market !== token.entry.conditionId)) return null;
  return { conditionId: token.entry.conditionId, outcome: token.outcome };
}
