import { REWARD_ASSET } from '@foretell/contracts';
import { definedOf, isFields } from '@foretell/platform-server';
import { MARKET_BOUNDS, MICROS_PER_UNIT, PIPS_PER_USDC, TICKS_PIPS } from '@foretell/units';
import type { TradingTerms } from '../catalog/tables';
import type { Readings } from '../store/import-input';
import { readFeeTerms } from './fee-terms';
import { readResult } from './result';
import type { RowReader } from './row-reader';

const PIPS_PER_CENT = 100;
const AMOUNT_MAX = 1e9;

export interface GivenTerms {
  readonly terms: Partial<TradingTerms>;
  /** Descriptions of the values adjusted to ones that trading supports. */
  readonly adjustments: readonly string[];
}

/** The trading terms in a market's row, in the units of the published market. Faults go to the reader. */
export function readTradingTerms(row: RowReader, takesBaseFees: boolean): GivenTerms {
  const adjustments: string[] = [];
  const fee = readFeeTerms(row, takesBaseFees, adjustments);
  const terms = {
    acceptingOrders: row.flag('acceptingOrders'),
    enableOrderBook: row.flag('enableOrderBook'),
    negRisk: row.flag('negRisk'),
    negRiskMarketId: row.name('negRiskMarketID'),
    negRiskRequestId: row.name('negRiskRequestID'),
    gameStartTime: row.instant('gameStartTime'),
    tickPips: readTick(row, adjustments),
    minimumSizeMicros: scaled(row, 'orderMinSize', MICROS_PER_UNIT, MARKET_BOUNDS.minimumSizeMicrosMax / MICROS_PER_UNIT),
    secondsDelay: scaled(row, 'secondsDelay', 1, MARKET_BOUNDS.delaySecondsMax),
    feeRateBps: fee.feeRateBps,
    feeExponent: fee.feeExponent,
    rebateRateBps: fee.rebateRateBps,
    rewardsRates: readRewards(row, adjustments),
    rewardsMinSizeMicros: scaled(row, 'rewardsMinSize', MICROS_PER_UNIT, AMOUNT_MAX),
    rewardsMaxSpreadPips: scaled(row, 'rewardsMaxSpread', PIPS_PER_CENT, 100),
    ...readResult(row),
    acceptingOrdersAt: row.instant('acceptingOrdersTimestamp'),
    notificationsEnabled: row.flag('notificationsEnabled'),
    marketMaker: row.name('marketMakerAddress'),
  } satisfies Readings<Partial<TradingTerms>>;
  return { terms: definedOf(terms), adjustments };
}

/** Replaces a tick that trading does not support by the nearest one; of two equally near ones by the finer. */
function readTick(row: RowReader, adjustments: string[]): number | undefined {
  const tick = row.decimal('orderPriceMinTickSize');
  if (tick === undefined) return undefined;
  if (tick <= 0 || tick >= 1) return row.fault('orderPriceMinTickSize must be between 0 and 1');
  const pips = tick * PIPS_PER_USDC;
  const nearest = TICKS_PIPS.reduce((best, each) => (Math.abs(each - pips) < Math.abs(best - pips) ? each : best));
  if (Math.abs(nearest - pips) > 1e-6)
    adjustments.push(`tick ${tick} is not one that trading knows: ${nearest / PIPS_PER_USDC} is used`);
  return nearest;
}

function scaled(row: RowReader, name: string, scale: number, max: number): number | undefined {
  const value = row.decimal(name);
  if (value === undefined) return undefined;
  return value >= 0 && value <= max ? Math.round(value * scale) : row.fault(`${name} must be from 0 to ${max}`);
}

/** Rates in another asset are left out: amounts are paid in USDC. */
function readRewards(row: RowReader, adjustments: string[]): TradingTerms['rewardsRates'] | undefined {
  const rewards = row.rows('clobRewards');
  if (rewards === undefined) return undefined;
  return rewards.flatMap((reward) => {
    if (!isFields(reward) || typeof reward['assetAddress'] !== 'string') return [];
    const { assetAddress } = reward;
    const rate = Number(reward['rewardsDailyRate']);
    if (!Number.isFinite(rate) || rate < 0 || rate > AMOUNT_MAX) return [];
    if (assetAddress.toLowerCase() !== REWARD_ASSET) {
      adjustments.push(`rewards in ${assetAddress} are not paid, only those in USDC (${REWARD_ASSET})`);
      return [];
    }
    const days = { startDate: dayOf(reward['startDate']), endDate: dayOf(reward['endDate']) };
    return [{ assetAddress, dailyRateMicros: Math.round(rate * MICROS_PER_UNIT), ...definedOf(days) }];
  });
}

/** The day of a date or a time; none for anything else. */
function dayOf(date: unknown): string | undefined {
  return typeof date === 'string' ? /^\d{4}-\d\d-\d\d/.exec(date)?.[0] : undefined;
}
