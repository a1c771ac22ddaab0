import { useMemo } from 'react';
import { addressOf } from '../live/read-surface';
import { useSurface } from '../live/use-surface';
import { useSite } from '../config/site-context';

/** How often prices of a list are asked for anew: a stream for each of its books would be too much. */
const REFRESH_MILLIS = 3_000;
/** As many as the surface answers at once. */
const TOKENS_MAX = 500;

/** Midpoints by token id; one is missing where a book has none. Empty before the first answer. */
export type Midpoints = Readonly<Record<string, string>>;

const NONE: Midpoints = {};

export interface UsedMidpoints {
  readonly midpoints: Midpoints;
  readonly isStale: boolean;
}

/** Prices of a list's tokens, kept new while they are shown. */
export function useMidpoints(tokenIds: readonly string[]): UsedMidpoints {
  const site = useSite();
  const ids = tokenIds.slice(0, TOKENS_MAX).join(',');
  const address = useMemo(() => (ids === '' ? null : addressOf(site.clob, '/midpoints', { token_ids: ids })), [site, ids]);
  const { data, isStale } = useSurface<Midpoints>(address, REFRESH_MILLIS);
  return { midpoints: data ?? NONE, isStale };
}
