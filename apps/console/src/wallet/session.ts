import type { ApiKeyCredentials } from '@foretell/contracts';

/** Who trades here, as the browser keeps it: an API key, and for a play wallet its private key. */
export type Session =
  | { readonly kind: 'play'; readonly address: string; readonly privateKey: string; readonly key: ApiKeyCredentials }
  | { readonly kind: 'injected'; readonly address: string; readonly walletId: string; readonly key: ApiKeyCredentials };

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const PRIVATE_KEY = /^0x[0-9a-f]{64}$/;

/** Where a site's session is kept: keys of one exchange are of no use at another. */
export function sessionKey(clob: string): string {
  return `foretell.wallet:${clob}`;
}

/** Reads what was kept; null for nothing, and for what is no session. */
export function parseSession(text: string | null): Session | null {
  const { kind, address, privateKey, walletId, key } = fieldsOf(text);
  const credentials = credentialsOf(key);
  if (typeof address !== 'string' || !ADDRESS.test(address) || credentials === null) return null;
  if (kind === 'play' && typeof privateKey === 'string' && PRIVATE_KEY.test(privateKey))
    return { kind, address, privateKey, key: credentials };
  return kind === 'injected' && typeof walletId === 'string' ? { kind, address, walletId, key: credentials } : null;
}

function credentialsOf(value: unknown): ApiKeyCredentials | null {
  const { apiKey, secret, passphrase } = typeof value === 'object' && value !== null ? ({ ...value } as Fields) : {};
  return typeof apiKey === 'string' && typeof secret === 'string' && typeof passphrase === 'string'
    ? { apiKey, secret, passphrase }
    : null;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(text: string | null): Fields {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
