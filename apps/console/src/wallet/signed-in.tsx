import type { ReactNode } from 'react';
import '../components/facts.css';
import { Money } from '../components/money';
import { useSite } from '../config/site-context';
import { decimalOfMicros } from '../figures/micros';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { FaultNote } from './fault-note';
import type { Session } from './session';
import { forgetSession } from './session-store';
import { useBalance } from './use-balance';
import { useTrading } from './use-trader';
import { WalletNote } from './wallet-note';

/** Who is signed in, with what, and how to leave. */
export function SignedIn({ session }: { readonly session: Session }): ReactNode {
  const { clob } = useSite();
  const { trading, fault } = useTrading();
  const { balance, fault: balanceFault } = useBalance(trading);
  const failed = fault ?? balanceFault;
  return (
    <section className="panel wallet-panel" aria-labelledby="wallet-who">
      <h2 id="wallet-who">{session.kind === 'play' ? 'A play wallet' : 'Your wallet'}</h2>
      {session.kind === 'play' && (
        <p className="note note-warn">
          This key was made in this browser and is kept here, unprotected. It is good for play money only: never send anything of
          worth to its address.
        </p>
      )}
      <dl className="facts">
        <dt>Address</dt>
        <dd className="wallet-address">{session.address}</dd>
        <dt>Free to use</dt>
        <dd>{balance === null ? '…' : <Money amount={decimalOfMicros(BigInt(balance.available))} />}</dd>
        <dt>Held by open orders</dt>
        <dd>{balance === null ? '…' : <Money amount={decimalOfMicros(BigInt(balance.locked))} />}</dd>
      </dl>
      <WalletNote session={session} />
      {failed !== null && <FaultNote fault={failed} />}
      <div className="wallet-actions">
        <Link href={pathTo.portfolio} className="button button-main">
          To the portfolio
        </Link>
        <button type="button" className="button" onClick={() => forgetSession(clob)}>
          Sign out and forget {session.kind === 'play' ? 'the key' : 'the API key'}
        </button>
      </div>
      {session.kind === 'play' && <p className="quiet">Once the key is forgotten nobody can use this wallet again.</p>}
    </section>
  );
}
