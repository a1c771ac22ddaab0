import type { OpenOrderRecord } from '@foretell/contracts';
import { useEffect, useMemo, useState } from 'react';
import { oneAtATime } from '../live/one-at-a-time';
import { onDoubt } from '../live/doubt';
import { isForGood } from '../live/service-error';
import { useReadings } from '../live/use-readings';
import { noteFault } from '../wallet/ended-keys';
import type { Trading } from '../wallet/use-trader';

export interface KnownOrders {
  /** Null before the first response. */
  readonly orders: readonly OpenOrderRecord[] | null;
  readonly fault: unknown;
}

const NOTHING: KnownOrders = { orders: null, fault: null };
/** Refresh interval for what changes without an event of the wallet. */
const EVERY_MILLIS = 10_000;

/** All open orders of the wallet, or those of one market; none without a sign-in. */
export function useOrders(trading: Trading | null, version: number, market?: string): KnownOrders {
  const [{ of, known }, setState] = useState<{ readonly of: unknown; readonly known: KnownOrders }>({ of: null, known: NOTHING });
  const read = useMemo(() => {
    const keep = (changed: Partial<KnownOrders>): void =>
      setState((last) => ({ of: trading, known: { ...(last.of === trading ? last.known : NOTHING), ...changed } }));
    return oneAtATime(async () => {
      if (trading === null) return;
      await trading.trader.openOrders(market === undefined ? undefined : { market }).then(
        (orders) => keep({ orders, fault: null }),
        (fault: unknown) => {
          noteFault(trading.session, fault);
          keep({ fault });
        },
      );
    });
  }, [trading, market]);
  useReadings(read, version);
  useEffect(() => onDoubt(read), [read]);
  const current = of === trading ? known : NOTHING;
  const isRefused = isForGood(current.fault);
  useEffect(() => {
    if (isRefused) return;
    const every = setInterval(read, EVERY_MILLIS);
    return () => clearInterval(every);
  }, [read, version, isRefused]);
  return current;
}
