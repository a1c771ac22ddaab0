import type { ReactNode } from 'react';
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
      {session === null ? 'Sign in' : `${session.kind === 'play' ? 'Play ' : ''}${shortAddress(session.address)}`}
    </Link>
  );
}

function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
