/** A browser's wallet (EIP-1193). */
export interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** A wallet that the page may ask. */
export interface OfferedWallet {
  /** Its reverse domain name (EIP-6963); `injected` of one that does not announce itself. */
  readonly id: string;
  readonly name: string;
  readonly provider: Provider;
}

/** Wallets announce themselves at once when they are asked to. */
const ANNOUNCED_MILLIS = 150;

/** The wallets of this browser: those that announce themselves (EIP-6963), else whatever stands at window.ethereum. */
export async function offeredWallets(): Promise<readonly OfferedWallet[]> {
  const found = new Map<string, OfferedWallet>();
  const take = (event: Event): void => {
    const wallet = 'detail' in event ? announced(event.detail) : null;
    if (wallet !== null) found.set(wallet.id, wallet);
  };
  window.addEventListener('eip6963:announceProvider', take);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCED_MILLIS));
  window.removeEventListener('eip6963:announceProvider', take);
  if (found.size > 0) return [...found.values()];
  const injected: unknown = 'ethereum' in window ? window.ethereum : undefined;
  return isProvider(injected) ? [{ id: 'injected', name: 'Browser wallet', provider: injected }] : [];
}

/** What an EIP-6963 announcement offers; null for what is none. */
export function announced(detail: unknown): OfferedWallet | null {
  const { info, provider } = fieldsOf(detail);
  const { rdns, name } = fieldsOf(info);
  return typeof rdns === 'string' && typeof name === 'string' && isProvider(provider) ? { id: rdns, name, provider } : null;
}

function isProvider(value: unknown): value is Provider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function';
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
