import { HttpFailure } from '@foretell/platform-server';
import type { KeyPermission } from '../keys/key-permission';

/** The part of the credentials that is invalid. */
export type CredentialPart = 'headers' | 'address' | 'timestamp' | 'api_key' | 'expired' | 'passphrase' | 'signature';

const MESSAGES = {
  invalid_l1: 'Invalid L1 Request headers',
  invalid_l2: 'Unauthorized/Invalid api key',
} as const;

/**
 * The headers do not authenticate the caller. The message is the one that published clients expect. The details name the failing
 * part and the server's time, so that a client with a wrong clock can detect it. Source: protocol 16.
 */
export class UnauthorizedFailure extends HttpFailure {
  constructor(code: keyof typeof MESSAGES, part: CredentialPart, nowMillis: number, missing: readonly string[] = []) {
    const serverTimeSeconds = Math.floor(nowMillis / 1000);
    super(401, MESSAGES[code], code, { part, serverTimeSeconds, ...(missing.length > 0 ? { missing } : {}) });
    this.name = 'UnauthorizedFailure';
  }
}

/** A request has credentials under several header prefixes. */
export class MixedPrefixesFailure extends HttpFailure {
  constructor(prefixes: readonly string[]) {
    const named = prefixes.map((prefix) => `${prefix}_`).join(' and ');
    super(400, `send credentials under one header prefix, not under ${named}`, 'two_dialects', { prefixes });
    this.name = 'MixedPrefixesFailure';
  }
}

/** The caller is authenticated, but the key is read-only. */
export class ReadonlyKeyFailure extends HttpFailure {
  constructor() {
    super(403, 'the api key is read-only', 'readonly_key');
    this.name = 'ReadonlyKeyFailure';
  }
}

/** The caller is authenticated, but the key lacks the permission. */
export class KeyPermissionFailure extends HttpFailure {
  constructor(permission: KeyPermission, needed: KeyPermission) {
    super(403, `the api key may only ${permission}`, 'key_permission', { permission, needed });
    this.name = 'KeyPermissionFailure';
  }
}

/** The caller is authenticated, but the key is not valid from the request's network. */
export class KeyNetworkFailure extends HttpFailure {
  constructor(address: string) {
    super(403, 'the api key may not be used from this address', 'key_network', { address });
    this.name = 'KeyNetworkFailure';
  }
}
