import type { ReactNode } from 'react';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { useSession } from './session-store';

/** In the header of every page: the signed-in wallet. */
export function WalletButton(): ReactNode {
  const session = useSession();
  return (
    <Link href={pathTo.wallet} className={session === null ? 'button button-main' : 'button'}>
      {session === null ? 'Sign in' : `${session.kind === 'play' ? 'Play ' : ''}${shortAddress(session.address)}`}
    </Link>
  );
}

function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
