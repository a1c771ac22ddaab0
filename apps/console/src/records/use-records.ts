import type { V2Activity, V2Position } from '@foretell/contracts';
import { useCallback } from 'react';
import { useSite } from '../config/site-context';
import { idOf, pageOfData, tokenOf, type DataPage } from '../live/data-pages';
import { addressOf } from '../live/read-resource';
import { usePages, type Pages } from '../live/use-pages';
import { useResource } from '../live/use-resource';
import type { PositionStatus } from './position-table';

const REFRESH_MILLIS = 5_000;
/** Refresh interval of expensive queries without activity of the wallet: prices change without it. */
export const EXPENSIVE_MILLIS = 60_000;
const PAGE_ROWS = 50;

/** Positions of a wallet, page by page. */
export function usePositions(address: string, status: PositionStatus): Pages<V2Position> {
  const { data } = useSite();
  const addressOfPage = useCallback(
    (cursor: string | null) => addressOf(data, '/public/v2/positions', { user: address, status, limit: PAGE_ROWS, cursor }),
    [data, address, status],
  );
  return usePages<DataPage<V2Position>, V2Position>(
    { addressOf: addressOfPage, pageOf: pageOfData, keyOf: tokenOf, moves: true },
    REFRESH_MILLIS,
  );
}

/** Activity of a wallet, newest first, page by page. */
export function useActivity(address: string): Pages<V2Activity> {
  return useActivityOf('user', address);
}

/** A mark of the wallet's last activity: expensive queries run again when it changes. */
export function useLastActivity(address: string): string | undefined {
  const { data } = useSite();
  const last = useResource<DataPage<V2Activity>>(
    addressOf(data, '/public/v2/activity', { user: address, limit: 1 }),
    REFRESH_MILLIS,
  );
  return last.data?.data.map(idOf).join();
}

/** Activity of all wallets in a market, newest first, page by page. */
export function useMarketActivity(conditionId: string): Pages<V2Activity> {
  return useActivityOf('condition_id', conditionId);
}

function useActivityOf(by: 'user' | 'condition_id', id: string): Pages<V2Activity> {
  const { data } = useSite();
  const addressOfPage = useCallback(
    (cursor: string | null) => addressOf(data, '/public/v2/activity', { [by]: id, limit: PAGE_ROWS, cursor }),
    [data, by, id],
  );
  return usePages<DataPage<V2Activity>, V2Activity>(
    { addressOf: addressOfPage, pageOf: pageOfData, keyOf: idOf },
    REFRESH_MILLIS,
  );
}
