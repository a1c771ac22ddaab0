import type { ActivityItem, ClosedPosition, OpenOrderRecord, PositionItem } from '@foretell/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSite } from '../config/site-context';
import type { Site } from '../config/site';
import type { Connection } from '../live/connection';
import type { Trading } from '../wallet/use-trader';

/** All that is the wallet's, as the surfaces say it. */
export interface Account {
  readonly orders: readonly OpenOrderRecord[];
  readonly positions: readonly PositionItem[];
  readonly closed: readonly ClosedPosition[];
  readonly activity: readonly ActivityItem[];
  /** Worth of the positions in USDC. */
  readonly value: number;
}

interface AccountState {
  readonly account: Account | null;
  readonly connection: Connection;
  readonly fault: unknown;
}

const NOTHING: AccountState = { account: null, connection: 'connecting', fault: null };
const LIST_MAX = 100;
/** What the trading surface has told the data surface knows some moments later. */
const LATER_MILLIS = 1_000;
/** Where the stream says nothing: prices, and with them worths, change without the wallet. */
const EVERY_MILLIS = 10_000;

/** The wallet's account, read anew whenever the stream tells of one of its orders or trades. */
export function useAccount(trading: Trading | null): AccountState & { readonly refresh: () => void } {
  const site = useSite();
  const [state, setState] = useState<{ readonly of: Trading | null; readonly known: AccountState }>({ of: null, known: NOTHING });
  const change = useCallback(
    (changed: Partial<AccountState>) =>
      setState((last) => ({ of: trading, known: { ...(last.of === trading ? last.known : NOTHING), ...changed } })),
    [trading],
  );
  const read = useCallback(() => {
    if (trading === null) return;
    readAccount(site, trading).then(
      (account) => change({ account, fault: null, connection: 'live' }),
      (fault: unknown) => change({ fault, connection: 'cut' }),
    );
  }, [site, trading, change]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const refresh = useCallback(() => {
    read();
    timers.current.add(setTimeout(read, LATER_MILLIS));
  }, [read]);
  useEffect(() => {
    if (trading === null) return;
    const ending = new AbortController();
    const later = timers.current;
    read();
    const timer = setInterval(read, EVERY_MILLIS);
    followUser(site, trading, ending.signal, refresh).catch((fault: unknown) => {
      if (!ending.signal.aborted) change({ connection: 'cut', fault });
    });
    return () => {
      ending.abort();
      clearInterval(timer);
      later.forEach(clearTimeout);
    };
  }, [site, trading, read, refresh, change]);
  return { ...(state.of === trading ? state.known : NOTHING), refresh };
}

async function readAccount({ data }: Site, { session, trader }: Trading): Promise<Account> {
  const { DataClient } = await import('@foretell/client/browser');
  const client = new DataClient({ url: data });
  const user = session.address;
  const [orders, positions, closed, activity, value] = await Promise.all([
    trader.openOrders(),
    client.positions({ user, sizeThreshold: 0, limit: LIST_MAX }),
    client.closedPositions({ user, limit: LIST_MAX, sortBy: 'TIMESTAMP' }),
    client.activity({ user, limit: LIST_MAX }),
    client.value({ user }),
  ]);
  return { orders, positions, closed, activity, value: value[0]?.value ?? 0 };
}

/** Follows through cuts by itself; whether the exchange answers, the reads tell. */
async function followUser({ clob }: Site, { trader }: Trading, signal: AbortSignal, told: () => void): Promise<void> {
  const { StreamsClient } = await import('@foretell/client/browser');
  for await (const _update of new StreamsClient({ url: clob }).user(trader.key, { signal })) told();
}
