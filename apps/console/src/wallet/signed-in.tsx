import type { WalletProfile } from '@foretell/contracts';
import { useState, type ReactNode } from 'react';
import '../components/facts.css';
import { Money } from '../components/money';
import { Person } from '../components/person';
import { useSite } from '../config/site-context';
import { instantText } from '../figures/instants';
import { decimalOfMicros } from '../figures/micros';
import { useResource } from '../live/use-resource';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { exchangeTerms } from './exchange-terms';
import { FaultNote } from './fault-note';
import { PLAY_WALLET_USE } from './play-wallet';
import { codeOf } from './refusal-words';
import type { Session } from './session';
import { forgetSession } from './session-store';
import { useBalance } from './use-balance';
import { useTrading } from './use-trader';
import { WalletNote } from './wallet-note';

const MILLIS = 1_000;
/** The exchange no longer accepts the key, so there is nothing to revoke. */
const KEY_REFUSED = 'invalid_l2';

/** The signed-in wallet, and how to sign out. */
export function SignedIn({ session }: { readonly session: Session }): ReactNode {
  const { trading, fault } = useTrading();
  const { balance, fault: balanceFault } = useBalance(trading);
  const failed = fault ?? balanceFault;
  return (
    <section className="panel wallet-panel" aria-labelledby="wallet-who">
      <h2 id="wallet-who">{session.kind === 'play' ? 'A play wallet' : 'Your wallet'}</h2>
      {session.kind === 'play' && (
        <p className="note note-warn">
          This is a {PLAY_WALLET_USE}. Its private key was made in this browser and is stored here, unprotected: never send
          anything of worth to its address.
        </p>
      )}
      <dl className="facts">
        <dt>Address</dt>
        <dd className="wallet-address">{session.address}</dd>
        <dt>Public name</dt>
        <dd>
          <PublicName address={session.address} />
        </dd>
        <dt>Available</dt>
        <dd>{balance === null ? '…' : <Money amount={decimalOfMicros(BigInt(balance.available))} />}</dd>
        <dt>Locked in open orders</dt>
        <dd>{balance === null ? '…' : <Money amount={decimalOfMicros(BigInt(balance.locked))} />}</dd>
        <dt>Signed in until</dt>
        <dd>{instantText(session.endsAt / MILLIS)}</dd>
      </dl>
      <WalletNote session={session} />
      {failed !== null && <FaultNote fault={failed} />}
      <div className="wrap-row">
        <Link href={pathTo.portfolio} className="button button-main">
          To the portfolio
        </Link>
      </div>
      <SignOut session={session} />
    </section>
  );
}

/** How others see the wallet, with a link to its profile. */
function PublicName({ address }: { readonly address: string }): ReactNode {
  const { data: dataUrl } = useSite();
  const { data } = useResource<WalletProfile>(`${dataUrl}/public/profiles/${address}`);
  return <Person address={address} name={data?.name} pseudonym={data?.pseudonym} />;
}

/** Revokes the key, then deletes it. If the exchange is unreachable, the key expires by itself. */
function SignOut({ session }: { readonly session: Session }): ReactNode {
  const site = useSite();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const signOut = (): void => {
    setBusy(true);
    Promise.all([import('./trader'), exchangeTerms(site.clob)])
      .then(([{ revokeSession }, terms]) => revokeSession(site, terms, session))
      .then(
        () => forgetSession(site.clob, session),
        (cause: unknown) => (codeOf(cause) === KEY_REFUSED ? forgetSession(site.clob, session) : setFault(cause)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <>
      {fault !== null && <FaultNote fault={fault} />}
      <div className="wrap-row">
        <button type="button" className="button" disabled={isBusy} onClick={signOut}>
          Sign out and forget {session.kind === 'play' ? 'the wallet' : 'the API key'}
        </button>
        {fault !== null && (
          <button type="button" className="button" onClick={() => forgetSession(site.clob, session)}>
            Sign out only here
          </button>
        )}
      </div>
      {fault !== null && <p className="quiet">The key was not revoked: it ends at {instantText(session.endsAt / MILLIS)}.</p>}
      {session.kind === 'play' && <p className="quiet">Once its private key is forgotten nobody can use this wallet again.</p>}
    </>
  );
}
