import type { Fields } from '@foretell/platform-server';
import { BPS_PER_ONE, MARKET_BOUNDS } from '@foretell/units';
import type { TradingTerms } from '../catalog/tables';
import { RowReader } from './row-reader';

const EXPONENT_MAX = MARKET_BOUNDS.feeExponentMax;

type FeeTerms = Partial<Pick<TradingTerms, 'feeRateBps' | 'feeExponent' | 'rebateRateBps'>>;

/**
 * Reads a market's fee from its row: `feeSchedule` {rate, exponent, rebateRate}, or `feesEnabled` false, which means none. A base
 * fee alone does not give the rate: the stored fee stays, and the report says so, unless the operator asked to use the base fee
 * as the rate. Faults go to the reader. Source: interface, Matching (fees).
 */
export function readFeeTerms(row: RowReader, takesBaseFees: boolean, adjustments: string[]): FeeTerms {
  if (row.flag('feesEnabled') === false) return { feeRateBps: 0 };
  const schedule = row.object('feeSchedule');
  return schedule === undefined ? readBaseFee(row, takesBaseFees, adjustments) : readSchedule(row, schedule, adjustments);
}

function readSchedule(row: RowReader, fields: Fields, adjustments: string[]): FeeTerms {
  const schedule = new RowReader(fields);
  const rate = schedule.decimal('rate');
  const feeExponent = schedule.decimal('exponent') ?? 1;
  const takerOnly = schedule.flag('takerOnly');
  const rebateRate = schedule.decimal('rebateRate') ?? 0;
  for (const fault of schedule.faults) row.fault(`feeSchedule: ${fault}`);
  if (rate === undefined) {
    if (schedule.faults.length === 0) row.fault('feeSchedule: rate is missing');
    return {};
  }
  if (!Number.isSafeInteger(feeExponent) || feeExponent < 0 || feeExponent > EXPONENT_MAX)
    row.fault(`feeSchedule: exponent must be a whole number from 0 to ${EXPONENT_MAX}, not ${feeExponent}`);
  const feeRateBps = Math.round(rate * BPS_PER_ONE);
  if (rate < 0 || rate > 1 || Math.abs(feeRateBps - rate * BPS_PER_ONE) > 1e-6)
    row.fault(`feeSchedule: rate must be from 0 to 1 with at most four decimals, not ${rate}`);
  const rebateRateBps = Math.round(rebateRate * BPS_PER_ONE);
  if (rebateRate < 0 || rebateRate > 1 || Math.abs(rebateRateBps - rebateRate * BPS_PER_ONE) > 1e-6)
    row.fault(`feeSchedule: rebateRate must be from 0 to 1 with at most four decimals, not ${rebateRate}`);
  if (takerOnly === false) adjustments.push('its feeSchedule charges makers too: makers pay nothing here');
  return { feeRateBps, feeExponent, rebateRateBps };
}

function readBaseFee(row: RowReader, takesBaseFees: boolean, adjustments: string[]): FeeTerms {
  const baseFee = row.decimal('takerBaseFee');
  if (baseFee === undefined) return {};
  if (baseFee === 0) return { feeRateBps: 0 };
  if (!takesBaseFees) {
    adjustments.push(
      `takerBaseFee ${baseFee} says that there is a fee, not how much, and there is no feeSchedule: the fee stays as it is here, ` +
        'none for a new market; --base-fees takes it as the rate',
    );
    return {};
  }
  if (!Number.isSafeInteger(baseFee) || baseFee < 0 || baseFee > MARKET_BOUNDS.feeRateBpsMax)
    return (
      row.fault(`takerBaseFee must be a whole number of basis points from 0 to ${MARKET_BOUNDS.feeRateBpsMax}, not ${baseFee}`) ??
      {}
    );
  return { feeRateBps: baseFee, feeExponent: 1 };
}
