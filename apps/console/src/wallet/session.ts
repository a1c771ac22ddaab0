import type { ApiKeyCredentials } from '@foretell/contracts';
import { jsonFields } from '../live/fields-of';

interface SignedIn {
  readonly address: string;
  /** A key that may trade but cannot create other keys: the least that a page needs. */
  readonly key: ApiKeyCredentials;
  /** Unix milliseconds at which the key expires. */
  readonly endsAt: number;
}

/** The signed-in wallet, as the browser stores it. The private key of a play wallet is stored separately (play-wallet.ts). */
export type Session =
  (SignedIn & { readonly kind: 'play' }) | (SignedIn & { readonly kind: 'injected'; readonly walletId: string });

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Storage name of a site's session: keys of one exchange are invalid at another. */
export function sessionName(clob: string): string {
  return `foretell.wallet:${clob}`;
}

/** Parses a stored session; null for an invalid text, and for a session of an earlier release, whose key had no expiry. */
export function parseSession(text: string | null): Session | null {
  const { kind, address, walletId, key, endsAt } = jsonFields(text);
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
