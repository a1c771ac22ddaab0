import { useEffect, useState } from 'react';
import type { Site } from '../config/site';
import { useSite } from '../config/site-context';
import { retried } from '../live/retried';
import { exchangeTerms } from './exchange-terms';
import { useSession } from './session-store';
import type { Session } from './session';
import { useKeyRefusal } from './ended-keys';
import { SignInEnded } from './sign-in-ended';
import type { Trader } from './trader';
import { useIsPast } from './use-is-past';

/** The session, with the client that signs and sends for it; null without a sign-in and while the client is loading. */
export interface Trading {
  readonly session: Session;
  readonly trader: Trader;
}

interface Opened {
  readonly trading: Trading | null;
  readonly fault: Error | null;
}

const NONE: Opened = { trading: null, fault: null };
const ENDED: Opened = { trading: null, fault: new SignInEnded() };

/** The client of a session until it ends or the exchange refuses its key for good; its code is loaded with the session. */
export function useTrading(): Opened {
  const site = useSite();
  const session = useSession();
  const isEnded = useIsPast(session?.endsAt ?? null);
  const refusal = useKeyRefusal(session);
  const [state, setState] = useState<{ readonly of: Session | null; readonly opened: Opened }>({ of: null, opened: NONE });
  useEffect(() => {
    if (session === null) return;
    const keep = (opened: Opened): void => setState({ of: session, opened });
    return retried(() => open(site, session), {
      take: (trader) => keep({ trading: { session, trader }, fault: null }),
      fail: (fault) => keep({ trading: null, fault }),
    });
  }, [site, session]);
  if (isEnded) return ENDED;
  if (refusal !== null) return { trading: null, fault: refusal };
  return state.of === session ? state.opened : NONE;
}

async function open(site: Site, session: Session): Promise<Trader> {
  const [{ traderOf }, terms] = await Promise.all([import('./trader'), exchangeTerms(site.clob)]);
  return traderOf(site, terms, session);
}
