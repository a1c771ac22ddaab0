import type { ExchangeTerms } from '@foretell/contracts';
import { useEffect, useState, type ReactNode } from 'react';
import { Loading } from '../components/loading';
import { Money } from '../components/money';
import { useToast } from '../components/toast';
import { useSite } from '../config/site-context';
import { navigate } from '../routing/location';
import { backOf } from '../routing/route';
import { exchangeTerms } from './exchange-terms';
import { FaultNote } from './fault-note';
import { isSandbox, PLAY_WALLET_USE } from './play-wallet';
import { followWallets, type OfferedWallet } from './providers';
import type { Session } from './session';
import { keepSession } from './session-store';

/** The ways to sign in: the wallets of this browser and, with play money, a key created here. */
export function SignIn(): ReactNode {
  const { clob } = useSite();
  const [terms, setTerms] = useState<ExchangeTerms | null>(null);
  const [wallets, setWallets] = useState<readonly OfferedWallet[]>([]);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    exchangeTerms(clob).then(setTerms, setFault);
    return followWallets(setWallets);
  }, [clob]);
  if (terms === null) return fault === null ? <Loading what="how to sign in" rows={3} /> : <FaultNote fault={fault} />;
  return (
    <div className="stack">
      <InjectedWallets terms={terms} wallets={wallets} />
      {isSandbox(terms) && <PlayWallet terms={terms} credit={terms.sandbox_credit ?? '0'} />}
    </div>
  );
}

function InjectedWallets({
  terms,
  wallets,
}: {
  readonly terms: ExchangeTerms;
  readonly wallets: readonly OfferedWallet[];
}): ReactNode {
  const site = useSite();
  const { isBusy, fault, begin } = useBeginning();
  return (
    <section className="panel wallet-panel" aria-labelledby="wallet-own">
      <h2 id="wallet-own">Your own wallet</h2>
      {wallets.length === 0 ? (
        <p className="quiet">No wallet was found in this browser.</p>
      ) : (
        <p>
          It signs once that this browser may trade for a day, and then every order that you have reviewed. Nothing is sent to a
          chain.
        </p>
      )}
      <div className="wrap-row">
        {wallets.map((wallet) => (
          <button
            key={wallet.id}
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => begin(async () => (await import('./trader')).openInjectedWallet(site, terms, wallet))}
          >
            {wallet.icon !== null && <img src={wallet.icon} alt="" width="18" height="18" className="wallet-icon" />}
            Sign in with {wallet.name}
          </button>
        ))}
      </div>
      {isBusy && <p role="status">Your wallet is asking you…</p>}
      {fault !== null && <FaultNote fault={fault} />}
    </section>
  );
}

function PlayWallet({ terms, credit }: { readonly terms: ExchangeTerms; readonly credit: string }): ReactNode {
  const { clob } = useSite();
  const { isBusy, fault, begin } = useBeginning();
  return (
    <section className="panel wallet-panel" aria-labelledby="wallet-play">
      <h2 id="wallet-play">A play wallet</h2>
      <p className="note note-warn">A {PLAY_WALLET_USE}.</p>
      <p>
        This exchange is a sandbox. A private key is made in this browser, stored here until you sign out, and given{' '}
        <Money amount={credit} /> of play money.
      </p>
      <div className="wrap-row">
        <button
          type="button"
          className="button button-main"
          disabled={isBusy}
          onClick={() => begin(async () => (await import('./trader')).openPlayWallet(clob, terms))}
        >
          Get a play wallet
        </button>
      </div>
      {fault !== null && <FaultNote fault={fault} />}
    </section>
  );
}

/** State of one way to sign in: pending or failed. */
function useBeginning() {
  const { clob } = useSite();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const begin = (open: () => Promise<Session>): void => {
    setBusy(true);
    setFault(null);
    open()
      .then((session) => {
        keepSession(clob, session);
        toast('done', `Signed in as ${session.address}`);
        const back = backOf(new URLSearchParams(window.location.search));
        if (back !== null) navigate(back, { replace: true });
      })
      .catch(setFault)
      .finally(() => setBusy(false));
  };
  return { isBusy, fault, begin };
}
