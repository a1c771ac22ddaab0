import type { OpenOrderRecord, V2Position } from '@foretell/contracts';
import { useCallback, useMemo, useState } from 'react';
import { useSite } from '../config/site-context';
import type { DataPage } from '../live/data-pages';
import { decimalOfMicros, microsOf } from '../figures/micros';
import { addressOf } from '../live/read-resource';
import { useAccountStream } from '../live/use-account-stream';
import { useReadings } from '../live/use-readings';
import { useResource } from '../live/use-resource';
import type { Trading } from '../wallet/use-trader';
import { useOrders } from './use-orders';

/** What the signed-in wallet has in a market. */
export interface OwnMarket {
  readonly positions: readonly V2Position[];
  readonly orders: readonly OpenOrderRecord[];
  /** Prices of the wallet's orders in each token's book, in their shortest form. */
  readonly marks: ReadonlyMap<string, ReadonlySet<string>>;
  readonly refresh: () => void;
}

const DOLLAR_MICROS = 1_000_000n;
const REFRESH_MILLIS = 10_000;
const NO_POSITIONS: readonly V2Position[] = [];
const NO_ORDERS: readonly OpenOrderRecord[] = [];

/** Positions and open orders in a market, read again at each event of the wallet; nothing without a sign-in. */
export function useOwnMarket(trading: Trading | null, conditionId: string, tokenIds: readonly string[]): OwnMarket {
  const { clob, data } = useSite();
  const user = trading?.session.address ?? null;
  const stream = useAccountStream(clob, trading?.trader.key ?? null);
  const [asked, setAsked] = useState(0);
  const version = stream.version + asked;
  const held = useResource<DataPage<V2Position>>(
    user === null ? null : addressOf(data, '/public/v2/positions', { user, condition_id: conditionId, status: 'OPEN' }),
    REFRESH_MILLIS,
  );
  useReadings(held.refresh, version);
  const { orders } = useOrders(trading, version, conditionId);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);
  const ids = tokenIds.join(' ');
  const marks = useMemo(() => marksOf(orders ?? NO_ORDERS, ids.split(' ')), [orders, ids]);
  return { positions: held.data?.data ?? NO_POSITIONS, orders: orders ?? NO_ORDERS, marks, refresh };
}

/** An order is in the book of its token and, mirrored, in that of the other one. */
function marksOf(orders: readonly OpenOrderRecord[], tokenIds: readonly string[]): OwnMarket['marks'] {
  const marks = new Map<string, Set<string>>(tokenIds.map((id) => [id, new Set()]));
  for (const { asset_id: own, price } of orders) {
    const micros = microsOf(price);
    if (micros === null) continue;
    marks.forEach((prices, id) => prices.add(decimalOfMicros(id === own ? micros : DOLLAR_MICROS - micros)));
  }
  return marks;
}
