import type { ReactNode } from 'react';
import type { Session } from './session';
import { useWalletState, type WalletState } from './use-wallet-state';
import './wallet.css';

/** Warns when the state of the browser wallet has changed since the sign-in; else shows nothing. */
export function WalletNote({ session }: { readonly session: Session }): ReactNode {
  const words = wordsOfState(useWalletState(session), session.address);
  return (
    <div role="status" aria-live="polite" className="wallet-note">
      {words !== null && <p className="note note-warn">{words}</p>}
    </div>
  );
}

function wordsOfState(state: WalletState, address: string): string | null {
  switch (state.is) {
    case 'as signed in':
      return null;
    case 'gone':
      return 'The wallet that signed in here is no longer in this browser.';
    case 'locked':
      return 'Your wallet is locked, or does not show this page your account any more. It is asked again when you sign.';
    case 'cut':
      return 'Your wallet has lost its connection.';
    case 'other account':
      return state.isAllowed
        ? `Your wallet shows ${state.account}. Orders here are still those of ${address}, which signed in.`
        : `Your wallet shows ${state.account}, and ${address} signed in here. Choose that account in your wallet, or sign out and in again.`;
  }
}
