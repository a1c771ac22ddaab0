import { useMemo } from 'react';
import { addressOf } from '../live/read-surface';
import { useSurface } from '../live/use-surface';
import { useSite } from '../config/site-context';

/** Interval at which a list's prices are refreshed; a stream for each of its books would be too expensive. */
const REFRESH_MILLIS = 3_000;
/** The service's maximum for one request. */
const TOKENS_MAX = 500;

/** Midpoints by token id; absent for a book without one. Empty before the first response. */
export type Midpoints = Readonly<Record<string, string>>;

const NONE: Midpoints = {};

export interface UsedMidpoints {
  readonly midpoints: Midpoints;
  readonly isStale: boolean;
}

/** Prices of a list's tokens, refreshed while they are displayed. */
export function useMidpoints(tokenIds: readonly string[]): UsedMidpoints {
  const site = useSite();
  const ids = tokenIds.slice(0, TOKENS_MAX).join(',');
  const address = useMemo(() => (ids === '' ? null : addressOf(site.clob, '/midpoints', { token_ids: ids })), [site, ids]);
  const { data, isStale } = useSurface<Midpoints>(address, REFRESH_MILLIS);
  return { midpoints: data ?? NONE, isStale };
}
