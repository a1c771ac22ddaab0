import { useEffect, useState } from 'react';
import { offeredWallets, type Provider, type WalletEvent } from './providers';
import type { Session } from './session';

/** State of a browser wallet, compared with the signed-in account. */
export type WalletState =
  | { readonly is: 'as signed in' | 'gone' | 'locked' | 'cut' }
  /** It shows another account first; `isAllowed`: it would still sign for the signed-in account. */
  | { readonly is: 'other account'; readonly account: string; readonly isAllowed: boolean };

const EVENTS: readonly WalletEvent[] = ['accountsChanged', 'chainChanged', 'connect', 'disconnect'];
const USUAL: WalletState = { is: 'as signed in' };

/** Follows the session's wallet by its events (EIP-1193): its owner may lock it or choose another account outside the page. */
export function useWalletState(session: Session): WalletState {
  const [state, setState] = useState(USUAL);
  const { kind, address } = session;
  const walletId = session.kind === 'injected' ? session.walletId : null;
  useEffect(() => {
    if (kind !== 'injected') return;
    let end = (): void => undefined;
    let isWanted = true;
    void offeredWallets().then((wallets) => {
      if (!isWanted) return;
      const provider = wallets.find(({ id }) => id === walletId)?.provider;
      if (provider === undefined) setState({ is: 'gone' });
      else end = follow(provider, address, setState);
    });
    return () => {
      isWanted = false;
      end();
    };
  }, [kind, address, walletId]);
  return kind === 'injected' ? state : USUAL;
}

function follow(provider: Provider, address: string, onState: (state: WalletState) => void): () => void {
  let isEnded = false;
  const keep = (state: WalletState): void => (isEnded ? undefined : onState(state));
  const look = (): void => {
    provider.request({ method: 'eth_accounts' }).then(
      (accounts) => keep(stateOf(accounts, address)),
      () => keep({ is: 'cut' }),
    );
  };
  const listeners = EVENTS.map((event) => [event, event === 'disconnect' ? () => keep({ is: 'cut' }) : look] as const);
  look();
  for (const [event, listener] of listeners) provider.on?.(event, listener);
  return () => {
    isEnded = true;
    for (const [event, listener] of listeners) provider.removeListener?.(event, listener);
  };
}

function stateOf(accounts: unknown, address: string): WalletState {
  const shown = Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : [];
  const [first] = shown;
  if (first === undefined) return { is: 'locked' };
  const isSame = (account: string): boolean => account.toLowerCase() === address.toLowerCase();
  return isSame(first) ? USUAL : { is: 'other account', account: first, isAllowed: shown.some(isSame) };
}
