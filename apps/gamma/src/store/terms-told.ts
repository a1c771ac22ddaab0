import type { MarketChangedV1, MarketTermsV1 } from '@foretell/contracts';
import type { MarketRecord } from '../catalog/records';
import type { FollowingTerms, PinnedTerms, TermsTold } from '../catalog/tables';

const MILLIS_PER_SECOND = 1_000;

/**
 * Where a market's terms, as trading tells them, are others than those of the catalog, and what an operator pinned there, which
 * holds even where it is the same: a later change of the catalog does not move it. A fact that says nothing of a term leaves what
 * is known; one that ends the market says nothing of taking orders, which is over anyway.
 */
export function termsTold(
  { trading, tradingTold }: Pick<MarketRecord, 'trading' | 'tradingTold'>,
  { status, terms }: Pick<MarketChangedV1, 'status' | 'terms'>,
): Partial<TermsTold> {
  const isOver = status === 'closed' || status === 'resolved';
  const { rewardsRates, rewardsMinSizeMicros, rewardsMaxSpreadPips, rebateRateBps, ...following } = tradingTold;
  const told = {
    ...following,
    ...(isOver ? {} : { acceptingOrders: status === 'active' }),
    ...(terms === undefined ? {} : followingTerms(terms)),
  };
  const own = new Map<string, unknown>(Object.entries(trading));
  return {
    ...Object.fromEntries(Object.entries(told).filter(([name, value]) => own.get(name) !== value)),
    ...pinnedTerms({ rewardsRates, rewardsMinSizeMicros, rewardsMaxSpreadPips, rebateRateBps }),
    ...pinnedTerms(terms ?? {}),
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

/** Those that are there. */
function pinnedTerms(terms: { readonly [N in keyof PinnedTerms]?: PinnedTerms[N] | undefined }): Partial<PinnedTerms> {
  const { rewardsRates, rewardsMinSizeMicros, rewardsMaxSpreadPips, rebateRateBps } = terms;
  return {
    ...(rewardsRates === undefined ? {} : { rewardsRates }),
    ...(rewardsMinSizeMicros === undefined ? {} : { rewardsMinSizeMicros }),
    ...(rewardsMaxSpreadPips === undefined ? {} : { rewardsMaxSpreadPips }),
    ...(rebateRateBps === undefined ? {} : { rebateRateBps }),
  };
}
