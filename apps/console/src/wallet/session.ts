import type { ApiKeyCredentials } from '@foretell/contracts';
import { storedFields } from './browser-storage';

interface SignedIn {
  readonly address: string;
  /** A key that may trade and make no other keys: what a page needs, and no more. */
  readonly key: ApiKeyCredentials;
  /** Unix milliseconds at which the exchange stops taking the key. */
  readonly endsAt: number;
}

/** Who trades here, as the browser stores it. The private key of a play wallet is stored apart (play-wallet.ts). */
export type Session =
  (SignedIn & { readonly kind: 'play' }) | (SignedIn & { readonly kind: 'injected'; readonly walletId: string });

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Under which name a site's session is stored: keys of one exchange are of no use at another. */
export function sessionName(clob: string): string {
  return `foretell.wallet:${clob}`;
}

/**
 * Reads a stored session; null for nothing, for what is no session, and for a session of an earlier release, whose key had no
 * end.
 */
export function parseSession(text: string | null): Session | null {
  const { kind, address, walletId, key, endsAt } = storedFields(text);
  const credentials = credentialsOf(key);
  if (typeof address !== 'string' || !ADDRESS.test(address) || credentials === null || typeof endsAt !== 'number') return null;
  const signedIn = { address, key: credentials, endsAt };
  if (kind === 'play') return { kind, ...signedIn };
  return kind === 'injected' && typeof walletId === 'string' ? { kind, walletId, ...signedIn } : null;
}

function credentialsOf(value: unknown): ApiKeyCredentials | null {
  const { apiKey, secret, passphrase } =
    typeof value === 'object' && value !== null ? ({ ...value } as Readonly<Record<string, unknown>>) : {};
  return typeof apiKey === 'string' && typeof secret === 'string' && typeof passphrase === 'string'
    ? { apiKey, secret, passphrase }
    : null;
}
