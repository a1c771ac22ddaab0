import type { ReactNode } from 'react';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';

/** In the header of every page: who trades here. */
export function WalletButton(): ReactNode {
  return (
    <Link href={pathTo.wallet} className="button">
      Wallet
    </Link>
  );
}
