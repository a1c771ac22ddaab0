import { fieldsOf } from '../live/fields-of';

/** A browser wallet (EIP-1193). */
export interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  /** Subscribes to its events (EIP-1193, Events). */
  on?(event: WalletEvent, listener: () => void): void;
  removeListener?(event: WalletEvent, listener: () => void): void;
}

export type WalletEvent = 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect';

/** A wallet that the page may use. */
export interface OfferedWallet {
  /** Its reverse domain name (EIP-6963); `injected` for one that does not announce itself. */
  readonly id: string;
  readonly name: string;
  /** A data: URL; null for none. */
  readonly icon: string | null;
  readonly provider: Provider;
}

/** Wallets announce themselves at once on request. */
const ANNOUNCED_MILLIS = 150;

/** The wallets of this browser: those that announce themselves (EIP-6963), else the one at window.ethereum. */
export async function offeredWallets(): Promise<readonly OfferedWallet[]> {
  let found: readonly OfferedWallet[] = [];
  const stop = followWallets((wallets) => (found = wallets));
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCED_MILLIS));
  stop();
  return found;
}

/**
 * Calls the listener with the wallets of this browser, and again when another one announces itself later. The wallet at
 * window.ethereum is offered until one has announced itself. Of two with the same name the first stays. Returns a function that
 * stops it.
 */
export function followWallets(listener: (wallets: readonly OfferedWallet[]) => void): () => void {
  const found = new Map<string, OfferedWallet>();
  const take = (event: Event): void => {
    const wallet = 'detail' in event ? announced(event.detail) : null;
    if (wallet === null || found.has(wallet.id)) return;
    found.set(wallet.id, wallet);
    listener([...found.values()]);
  };
  window.addEventListener('eip6963:announceProvider', take);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  const timer = setTimeout(() => {
    const injected: unknown = 'ethereum' in window ? window.ethereum : undefined;
    if (found.size === 0 && isProvider(injected))
      listener([{ id: 'injected', name: 'Browser wallet', icon: null, provider: injected }]);
  }, ANNOUNCED_MILLIS / 2);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('eip6963:announceProvider', take);
  };
}

/** The wallet of an EIP-6963 announcement; null for an invalid one. */
export function announced(detail: unknown): OfferedWallet | null {
  const { info, provider } = fieldsOf(detail);
  const { rdns, name, icon: given } = fieldsOf(info);
  const icon = typeof given === 'string' && given.startsWith('data:image/') ? given : null;
  return typeof rdns === 'string' && typeof name === 'string' && isProvider(provider) ? { id: rdns, name, icon, provider } : null;
}

function isProvider(value: unknown): value is Provider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function';
}
