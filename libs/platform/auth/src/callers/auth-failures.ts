import { HttpFailure } from '@foretell/platform-server';
import type { KeyPermission } from '../keys/key-permission';

/** Which part of the credentials does not hold. */
export type CredentialPart = 'headers' | 'address' | 'timestamp' | 'api_key' | 'expired' | 'passphrase' | 'signature';

const MESSAGES = {
  invalid_l1: 'Invalid L1 Request headers',
  invalid_l2: 'Unauthorized/Invalid api key',
} as const;

/**
 * The caller is not who the headers say. The message is what published clients know; the details name the part that
 * fails and our clock, so that a client with a wrong one can tell. Source: protocol 16.
 */
export class UnauthorizedFailure extends HttpFailure {
  constructor(code: keyof typeof MESSAGES, part: CredentialPart, nowMillis: number, missing: readonly string[] = []) {
    const serverTimeSeconds = Math.floor(nowMillis / 1000);
    super(401, MESSAGES[code], code, { part, serverTimeSeconds, ...(missing.length > 0 ? { missing } : {}) });
    this.name = 'UnauthorizedFailure';
  }
}

/** Credentials of one request stand under several header prefixes. */
export class TwoDialectsFailure extends HttpFailure {
  constructor(prefixes: readonly string[]) {
    const named = prefixes.map((prefix) => `${prefix}_`).join(' and ');
    super(400, `credentials under one header prefix are needed, not under ${named}`, 'two_dialects', { prefixes });
    this.name = 'TwoDialectsFailure';
  }
}

/** The caller is known, but the key may only read. */
export class ReadonlyKeyFailure extends HttpFailure {
  constructor() {
    super(403, 'the api key is read-only', 'readonly_key');
    this.name = 'ReadonlyKeyFailure';
  }
}

/** The caller is known, but the key may not do this. */
export class KeyPermissionFailure extends HttpFailure {
  constructor(permission: KeyPermission, needed: KeyPermission) {
    super(403, `the api key may only ${permission}`, 'key_permission', { permission, needed });
    this.name = 'KeyPermissionFailure';
  }
}

/** The caller is known, but the key may not be used from where the request came. */
export class KeyNetworkFailure extends HttpFailure {
  constructor(address: string) {
    super(403, 'the api key may not be used from this address', 'key_network', { address });
    this.name = 'KeyNetworkFailure';
  }
}
