import type { V2Position, V2Value } from '@foretell/contracts';
import { useCallback, useState } from 'react';
import { useSite } from '../config/site-context';
import { connectionOf, worstOf, type Connection } from '../live/connection';
import { tokenOf } from '../live/data-pages';
import { addressOf } from '../live/read-resource';
import { useAccountStream } from '../live/use-account-stream';
import type { Pages } from '../live/use-pages';
import { useReadings } from '../live/use-readings';
import { useResolutions } from '../live/use-resolutions';
import { useResource, type UsedResource } from '../live/use-resource';
import { useOrders, type KnownOrders } from '../own/use-orders';
import { usePositions } from '../records/use-records';
import type { Trading } from '../wallet/use-trader';

/**
 * A wallet's data from two services that may fail independently: the trading service has its orders, the data service its
 * positions.
 */
export interface UsedAccount extends KnownOrders {
  /** State of the trading service's data: live while the wallet's stream is live and its orders were read. */
  readonly connection: Connection;
  /** Value of its shares in USDC; from the data service. */
  readonly worth: UsedResource<{ readonly data: V2Value }>;
  readonly positions: Pages<V2Position>;
  /** Incremented at each step of the wallet: its other data is then read again. */
  readonly version: number;
  readonly refresh: () => void;
}

/** Refresh interval for prices and values, which change without an event of the wallet. */
const EVERY_MILLIS = 10_000;

/** The wallet's account, read again at each event of its orders or trades, and at each payout. */
export function useAccount(trading: Trading): UsedAccount {
  const { clob, data } = useSite();
  const { address } = trading.session;
  const stream = useAccountStream(clob, trading.trader.key);
  const [asked, setAsked] = useState(0);
  const positions = usePositions(address, 'OPEN');
  const worth = useResource<{ readonly data: V2Value }>(addressOf(data, '/public/v2/value', { user: address }), EVERY_MILLIS);
  const resolved = useResolutions(clob, positions.rows?.map(tokenOf) ?? []);
  const version = stream.version + resolved + asked;
  useReadings(positions.retry, version);
  useReadings(worth.refresh, version);
  const { orders, fault } = useOrders(trading, version);
  const connection = worstOf([stream.connection, connectionOf({ data: orders ?? undefined, error: fault })]);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);
  return { orders, fault: stream.error ?? fault, connection, worth, positions, version, refresh };
}
