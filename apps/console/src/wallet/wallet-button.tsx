import type { ReactNode } from 'react';
import { shortAddress } from '../components/person';
import { Link } from '../routing/link';
import { useAddress } from '../routing/location';
import { pathTo } from '../routing/route';
import { useSession } from './session-store';

/** In the header of every page: the signed-in wallet. */
export function WalletButton(): ReactNode {
  const session = useSession();
  const address = useAddress();
  const isThere = address.startsWith(pathTo.wallet) || address === pathTo.home;
  return (
    <Link
      href={session !== null || isThere ? pathTo.wallet : pathTo.signIn(address)}
      className={session === null ? 'button button-main' : 'button'}
    >
      {session === null ? (
        'Sign in'
      ) : (
        <span className="header-wallet">
          {session.kind === 'play' ? 'Play ' : ''}
          {shortAddress(session.address)}
        </span>
      )}
    </Link>
  );
}
