import type { MarketSettings } from '@foretell/contracts';
import type { MarketTerms } from '@foretell/exchange';
import { OpsRefusal } from '@foretell/platform-nats';
import {
  isTickPips,
  parseCentsDecimal,
  parsePriceDecimal,
  parseRateDecimal,
  parseSizeDecimal,
  parseUsdcDecimal,
  type Parsed,
} from '@foretell/units';
import type { MarketEntry } from '../market-directory/market-directory';
import type { RewardSettings } from '../rewards/rewards.store';

/** The current terms. */
export function termsIn({ tickPips, feeRateBps, feeExponent, minimumSizeMicros, delayMillis }: MarketTerms): MarketTerms {
  return { tickPips, feeRateBps, feeExponent, minimumSizeMicros, delayMillis };
}

/** The market's terms with the given ones changed; null when none is given. */
export function termsOf({ market }: MarketEntry, settings: MarketSettings): MarketTerms | null {
  const { tick, feeRate, feeExponent, minimumSize, secondsDelay } = settings;
  if ([tick, feeRate, feeExponent, minimumSize, secondsDelay].every((setting) => setting === undefined)) return null;
  const tickPips = tick === undefined ? market.tickPips : given('tick', parsePriceDecimal(tick));
  if (!isTickPips(tickPips)) throw new OpsRefusal('the tick must be 0.1, 0.01, 0.005, 0.0025, 0.001 or 0.0001');
  return {
    tickPips,
    feeRateBps: feeRate === undefined ? market.feeRateBps : rateBps('fee', feeRate),
    feeExponent: feeExponent ?? market.feeExponent,
    minimumSizeMicros:
      minimumSize === undefined ? market.minimumSizeMicros : given('minimum size', parseSizeDecimal(minimumSize)),
    delayMillis: secondsDelay === undefined ? market.delayMillis : secondsDelay * 1_000,
  };
}

/** Source: interface, Matching (fees). */
function rateBps(name: 'fee' | 'rebate', rate: string): number {
  const parsed = parseRateDecimal(rate);
  if (parsed.ok) return parsed.value;
  throw new OpsRefusal(`the ${name} rate must be from 0 to 1 with at most four decimals, such as 0.07, not ${rate}`);
}

/** Null when no reward setting is given. */
export function rewardsOf(settings: MarketSettings): RewardSettings | null {
  const { rewardsDailyRate, rewardsMinSize, rewardsMaxSpread, rebateRate } = settings;
  if ([rewardsDailyRate, rewardsMinSize, rewardsMaxSpread, rebateRate].every((setting) => setting === undefined)) return null;
  return {
    ...(rewardsDailyRate === undefined ? {} : { dailyRateMicros: given('daily rate', parseUsdcDecimal(rewardsDailyRate)) }),
    ...(rewardsMinSize === undefined ? {} : { minSizeMicros: given('minimum size', parseSizeDecimal(rewardsMinSize)) }),
    ...(rewardsMaxSpread === undefined ? {} : { maxSpreadPips: given('maximum spread', parseCentsDecimal(rewardsMaxSpread)) }),
    ...(rebateRate === undefined ? {} : { rebateRateBps: rateBps('rebate', rebateRate) }),
  };
}

/** The given amount; refuses one that the service cannot store. */
export function given<T>(name: string, parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw new OpsRefusal(`the ${name} is not a usable amount (${parsed.reason.replaceAll('_', ' ')})`);
}
