import type { PnlInterval } from '@foretell/contracts';
import type { Site } from '../config/site';
import { addressOf } from '../live/read-resource';

export const FIRST_PROFIT_RANGE = 'all' satisfies PnlInterval;

/** A wallet's profit over time, in the service's resolution. */
export function profitAddress({ data }: Site, wallet: string, interval: PnlInterval): string {
  return addressOf(data, '/public/v2/user-pnl', { user: wallet, interval, fidelity: '1min' });
}
