import { ClientError } from '@foretell/client';

/** Codes that refuse the wallet or its key whatever it requests: every market ends with them. */
const WALLET_CODES: ReadonlySet<string> = new Set([
  'invalid_l1',
  'invalid_l2',
  'api_key_revoked',
  'readonly_key',
  'key_permission',
  'key_network',
  'region_restricted',
  'user_banned',
  // It may only sell, and the maker only buys.
  'closed_only',
]);

/** The service refuses the wallet or its key; only the operator can change that. */
export class WalletRefused extends Error {
  constructor(cause: ClientError) {
    super(`the trading service refuses this wallet (${cause.code}): ${cause.message}`, { cause });
    this.name = 'WalletRefused';
  }
}

/** No complete response, too many requests, or temporarily unavailable: whether the request was carried out may be unknown. */
export function isPassing({ status }: ClientError): boolean {
  return status < 400 || status === 429 || status >= 500;
}

/** A request that was signed too long ago says nothing about the key: a suspended machine sends one. */
export function refusesWallet({ code, details }: ClientError): boolean {
  return WALLET_CODES.has(code) && details['part'] !== 'timestamp';
}
