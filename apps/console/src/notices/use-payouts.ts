import type { V2Activity } from '@foretell/contracts';
import { useEffect, useRef } from 'react';
import { useSite } from '../config/site-context';
import { groupedDecimal } from '../figures/decimal-text';
import type { DataPage } from '../live/data-pages';
import { addressOf } from '../live/read-resource';
import { useResource } from '../live/use-resource';

const CENTS_DIGITS = 2;
const REFRESH_MILLIS = 10_000;
const ROWS = 10;

type Payout = Pick<V2Activity, 'id' | 'usdc_size' | 'title'>;

/** The wallet's payouts since the last response; none of those from before the page was opened. */
export function newPayouts(known: ReadonlySet<string> | null, rows: readonly Payout[]): readonly Payout[] {
  return known === null ? [] : rows.filter(({ id, usdc_size: dollars }) => !known.has(id) && dollars > 0);
}

export function payoutWords({ usdc_size: dollars, title }: Omit<Payout, 'id'>): string {
  return `Paid out: $${groupedDecimal(dollars, CENTS_DIGITS)}${title === null ? '' : ` for “${title}”`}.`;
}

/** Calls `show` with a sentence for each payout to the wallet. The stream of the wallet has no payouts; its activity does. */
export function usePayouts(address: string, show: (words: string) => void): void {
  const { data } = useSite();
  const read = useResource<DataPage<V2Activity>>(
    addressOf(data, '/public/v2/activity', { user: address, type: 'REDEEM', limit: ROWS }),
    REFRESH_MILLIS,
  );
  const rows = read.data?.data;
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (rows === undefined) return;
    newPayouts(known.current, rows).forEach((row) => show(payoutWords(row)));
    known.current = new Set([...(known.current ?? []), ...rows.map(({ id }) => id)]);
  }, [rows, show]);
}
