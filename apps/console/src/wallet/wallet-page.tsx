import type { ReactNode } from 'react';
import { PageTitle } from '../components/page-title';
import { useSession } from './session-store';
import { SignIn } from './sign-in';
import { SignedIn } from './signed-in';
import './wallet.css';

export function WalletPage(): ReactNode {
  const session = useSession();
  return (
    <div className="wallet stack">
      <PageTitle>Wallet</PageTitle>
      {session === null ? <SignIn /> : <SignedIn session={session} />}
    </div>
  );
}
