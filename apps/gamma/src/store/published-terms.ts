import type { MarketChangedV1, MarketTermsV1 } from '@foretell/contracts';
import { definedOf } from '@foretell/platform-server';
import type { MarketRecord } from '../catalog/records';
import type { FollowingTerms, PinnedTerms, PublishedTerms } from '../catalog/tables';

const MILLIS_PER_SECOND = 1_000;

/**
 * The terms of a market that differ from the catalog's, as trading publishes them, and those that an operator pinned. Pinned
 * terms are kept even when equal: a later change of the catalog does not move them. An event that omits a term, or the result
 * under way, leaves the stored one. An event that ends the market omits the acceptance of orders, which has then ended.
 */
export function publishedTerms(
  { trading, tradingOverrides }: Pick<MarketRecord, 'trading' | 'tradingOverrides'>,
  { status, terms, proposal }: Pick<MarketChangedV1, 'status' | 'terms' | 'proposal'>,
): Partial<PublishedTerms> {
  const isOver = status === 'closed' || status === 'resolved';
  const { rewardsRates, rewardsMinSizeMicros, rewardsMaxSpreadPips, rebateRateBps, ...following } = tradingOverrides;
  const merged = {
    ...following,
    ...(isOver ? {} : { acceptingOrders: status === 'active' }),
    ...(terms === undefined ? {} : followingTerms(terms)),
  };
  const own = new Map<string, unknown>(Object.entries(trading));
  return {
    ...Object.fromEntries(Object.entries(merged).filter(([name, value]) => own.get(name) !== value)),
    ...pinnedTerms({ rewardsRates, rewardsMinSizeMicros, rewardsMaxSpreadPips, rebateRateBps }),
    ...pinnedTerms(terms ?? {}),
    ...definedOf({ proposal }),
  };
}

function followingTerms({
  tickPips,
  minimumSizeMicros,
  feeRateBps,
  feeExponent,
  delayMillis,
}: MarketTermsV1): Omit<FollowingTerms, 'acceptingOrders'> {
  const secondsDelay = Math.floor(delayMillis / MILLIS_PER_SECOND);
  return { tickPips, minimumSizeMicros, secondsDelay, feeRateBps, feeExponent };
}

/** The defined ones. */
function pinnedTerms(terms: { readonly [N in keyof PinnedTerms]?: PinnedTerms[N] | undefined }): Partial<PinnedTerms> {
  const { rewardsRates, rewardsMinSizeMicros, rewardsMaxSpreadPips, rebateRateBps } = terms;
  return definedOf({ rewardsRates, rewardsMinSizeMicros, rewardsMaxSpreadPips, rebateRateBps });
}
