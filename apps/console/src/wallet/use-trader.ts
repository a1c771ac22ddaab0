import type { ExchangeTerms } from '@foretell/contracts';
import { useEffect, useState } from 'react';
import type { Site } from '../config/site';
import { useSite } from '../config/site-context';
import { useSession } from './session-store';
import type { Session } from './session';
import type { Trader } from './trader';

/** Who trades, with what signs and sends; null while nobody is signed in or it is being loaded. */
export interface Trading {
  readonly session: Session;
  readonly trader: Trader;
}

const termsOf = new Map<string, Promise<ExchangeTerms>>();

/** How the exchange wants orders signed, and whether it is a sandbox; asked once. */
export function exchangeTerms(clob: string): Promise<ExchangeTerms> {
  const known = termsOf.get(clob);
  if (known !== undefined) return known;
  const asked = import('@foretell/client/browser').then(({ MarketDataClient }) => new MarketDataClient({ url: clob }).exchange());
  termsOf.set(clob, asked);
  asked.catch(() => termsOf.delete(clob));
  return asked;
}

interface Opened {
  readonly trading: Trading | null;
  readonly fault: Error | null;
}

const NONE: Opened = { trading: null, fault: null };

/** What trades for the session; the code that signs is loaded when there is one. */
export function useTrading(): Opened {
  const site = useSite();
  const session = useSession();
  const [state, setState] = useState<{ readonly of: Session | null; readonly opened: Opened }>({ of: null, opened: NONE });
  useEffect(() => {
    if (session === null) return;
    let isWanted = true;
    const keep = (opened: Opened): void => {
      if (isWanted) setState({ of: session, opened });
    };
    open(site, session).then(
      (trader) => keep({ trading: { session, trader }, fault: null }),
      (cause: unknown) => keep({ trading: null, fault: cause instanceof Error ? cause : new Error(String(cause)) }),
    );
    return () => {
      isWanted = false;
    };
  }, [site, session]);
  return state.of === session ? state.opened : NONE;
}

async function open(site: Site, session: Session): Promise<Trader> {
  const [{ traderOf }, terms] = await Promise.all([import('./trader'), exchangeTerms(site.clob)]);
  return traderOf(site, terms, session);
}
