import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  API_KEY_ID,
  API_KEY_STORE,
  AUTH_CONFIG,
  deriveCredentials,
  type ApiCredentials,
  type ApiKeyKind,
  type ApiKeyRecord,
  type ApiKeyStore,
  type AuthenticatedCaller,
  type CountedKeys,
  type KeyLimit,
  permits,
  signedRequestId,
  type KeyPermission,
  type Secret,
  type SessionCaller,
  type AuthConfig,
} from '@foretell/platform-auth';
import { CLOCK, HttpFailure, type Clock } from '@foretell/platform-server';
import type { Address } from '@foretell/signing';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import { Beginning } from '../record/beginning';

/** A key's rights, networks and expiry (Unix milliseconds). */
type KeyScope = Pick<ApiKeyRecord, 'permission' | 'networks' | 'expiresAt'>;

/** The inputs from which a key is derived, in addition to the master key. */
type OwnedNonce = Pick<ApiKeyRecord, 'kind' | 'address' | 'nonce'>;

interface WantedKey extends OwnedNonce {
  readonly scope?: KeyScope | undefined;
  /** The creating key; absent when the wallet creates it. */
  readonly parent?: ApiKeyRecord;
}

const SESSION_SECONDS_MAX = 7 * 86_400;
/** A request may be signed one window ahead of our clock, and resent until it is one window behind. */
const REPLAY_WINDOWS = 2;

const USUAL: Readonly<Record<ApiKeyKind, KeyPermission>> = { trading: 'all', readonly: 'read', builder: 'read', scoped: 'read' };

/**
 * Issues and revokes API keys. The same address and nonce always give the same key. Source: protocol 2.3; interface, Identity.
 */
@Injectable()
export class KeysService {
  private readonly logger = new Logger(KeysService.name);

  constructor(
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    @Inject(AUTH_CONFIG) private readonly auth: AuthConfig,
    @Inject(API_KEY_STORE) private readonly store: ApiKeyStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly beginning: Beginning,
  ) {}

  /**
   * Creates the key, or returns the existing one. In the sandbox the wallet is credited first, so that the key is usable at
   * once.
   */
  create(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiCredentials> {
    return this.issue({ kind, address, nonce }, kind === 'trading');
  }

  /**
   * A further key of the caller's address. The nonce is the signed request's, so resending the same bytes returns the same key.
   * The caller's key is its parent: the child has no longer life and no more rights.
   */
  async createNext(kind: ApiKeyKind, caller: AuthenticatedCaller, scope?: KeyScope): Promise<ApiCredentials> {
    const { address } = caller;
    const parent = await this.store.find(caller.apiKey);
    if (parent === undefined) throw parentRevoked();
    const nonce = BigInt(`0x${signedRequestId(caller)}`).toString();
    return this.issue({ kind, address, nonce, scope, parent }, false);
  }

  /**
   * A key that may trade until the time that its wallet signed. The nonce is the statement's digest: the same statement gives
   * the same key, and no other request does. Credited like a first key, because a wallet may have no other.
   */
  async createSession({ address, expiresAtSeconds, statement }: SessionCaller): Promise<ApiCredentials> {
    const endsInSeconds = Number(expiresAtSeconds) - this.clock() / 1_000;
    if (endsInSeconds <= 0 || endsInSeconds > SESSION_SECONDS_MAX + this.auth.maxAgeSeconds)
      throw new HttpFailure(400, 'the nonce must be the expiry in Unix seconds', 'invalid_expiry', {
        maximumSeconds: SESSION_SECONDS_MAX,
      });
    const scope: KeyScope = { permission: 'trade', networks: '', expiresAt: Number(expiresAtSeconds) * 1_000 };
    return this.issue({ kind: 'scoped', address, nonce: BigInt(statement).toString(), scope }, true);
  }

  /** Throws 404 when the key was never created or is revoked. */
  async existing(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiCredentials> {
    const record = await this.store.findByAddressNonce(kind, address, nonce);
    const credentials = record === undefined || record.revokedAt !== null ? undefined : this.credentialsOf(record);
    if (credentials === undefined) throw new HttpFailure(404, 'api key not found', 'api_key_not_found');
    return credentials;
  }

  list(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]> {
    return this.store.listByAddress(kind, address);
  }

  /** The key, revoked or not; usually from memory. */
  async find(apiKey: string): Promise<ApiKeyRecord | undefined> {
    return API_KEY_ID.test(apiKey) ? this.store.find(apiKey) : undefined;
  }

  /** Revokes it and all its descendants. Returns whether the key itself was valid. */
  async revoke(apiKey: string): Promise<boolean> {
    return (await this.store.revoke(apiKey, this.clock())).includes(apiKey);
  }

  /** Revokes all keys of the address, of all kinds. Returns how many were valid. */
  async revokeEvery(address: Address): Promise<number> {
    return (await this.store.revokeAll(address, this.clock())).length;
  }

  /** Revokes the address's keys of the kind. Returns whether any was valid. */
  async revokeAll(kind: ApiKeyKind, address: Address): Promise<boolean> {
    const good = (await this.list(kind, address)).filter(({ revokedAt }) => revokedAt === null);
    const revoked = await Promise.all(good.map(({ apiKey }) => this.revoke(apiKey)));
    return revoked.includes(true);
  }

  /** The existing key of the request, which no limit refuses, or a new one. */
  private async issue(wanted: WantedKey, isCredited: boolean): Promise<ApiCredentials> {
    const { kind, address, nonce } = wanted;
    const known = await this.store.findByAddressNonce(kind, address, nonce);
    if (isCredited) await this.sandboxCredit(address);
    return this.usable(known ?? (await this.stored(wanted)), wanted);
  }

  /**
   * A key whose nonce the client chose counts permanently: once revoked, the same nonce must not return it again. A scoped key
   * counts while it is valid or its request may be resent.
   */
  private limitOf(kind: ApiKeyKind): KeyLimit {
    return { maximum: this.config.keysPerAddressMax, counted: kind === 'scoped' ? this.counted() : undefined };
  }

  private counted(): CountedKeys {
    const now = this.clock();
    return { goodAt: now, madeSince: now - REPLAY_WINDOWS * this.auth.maxAgeSeconds * 1_000 };
  }

  private async stored(wanted: WantedKey): Promise<ApiKeyRecord> {
    const { kind, address } = wanted;
    const limit = this.limitOf(kind);
    const stored = await this.store.insertIfAbsent(this.recordOf(wanted), limit);
    if (stored === null) throw parentRevoked();
    if (stored === 'too_many_keys') throw tooManyKeys(kind, limit);
    const { counted, maximum } = limit;
    if (counted !== undefined) await this.store.forgetEnded(kind, address, counted, maximum);
    return stored;
  }

  private recordOf({ scope, parent, ...wanted }: WantedKey): ApiKeyRecord {
    const { newest, newestVersion } = this.auth.masterKeys;
    const { apiKey } = this.derive(newest, wanted);
    const limits = scope ?? { permission: USUAL[wanted.kind], networks: '', expiresAt: null };
    return {
      ...wanted,
      apiKey,
      masterVersion: newestVersion,
      ...(parent === undefined ? limits : within(parent, limits)),
      parent: parent?.apiKey ?? null,
      createdAt: this.clock(),
      revokedAt: null,
    };
  }

  /** The credentials of the stored key; derived from the newest master key if the stored one is no longer configured. */
  private async usable(stored: ApiKeyRecord, wanted: WantedKey): Promise<ApiCredentials> {
    if (stored.revokedAt !== null) {
      throw new HttpFailure(400, 'Could not create api key', 'api_key_revoked', {
        reason: 'the key of this nonce or signed request was revoked; use another',
      });
    }
    const known = this.credentialsOf(stored);
    if (known !== undefined) return known;
    // The stored credentials cannot be derived any more.
    await this.store.replaceRetired(this.recordOf(wanted));
    return this.derive(this.auth.masterKeys.newest, wanted);
  }

  private credentialsOf(record: ApiKeyRecord): ApiCredentials | undefined {
    const masterKey = this.auth.masterKeys.of(record.masterVersion);
    return masterKey === undefined ? undefined : this.derive(masterKey, record);
  }

  private derive(masterKey: Secret<Buffer>, { kind, address, nonce }: OwnedNonce): ApiCredentials {
    return deriveCredentials(masterKey, { kind, chainId: this.auth.signatureRules.v2.chainId, address, nonce });
  }

  /** Once per wallet, for any number of keys: the ledger reference is the wallet's. Source: interface, Funds. */
  private async sandboxCredit(address: Address): Promise<void> {
    const { sandboxCreditMicros } = this.config;
    if (sandboxCreditMicros === null || !(await this.beginning.allowsCredit())) return;
    const settled = await this.engine.submit({
      command: { type: 'credit', wallet: address, amountMicros: sandboxCreditMicros },
      attachment: { kind: 'ledger', reference: `sandbox:${address}` },
    });
    if (settled.type === 'done') this.logger.debug({ msg: 'sandbox credit', wallet: address });
  }
}

/** A child's expiry, rights and networks lie within its parent's. */
function within(parent: ApiKeyRecord, { permission, networks, expiresAt }: KeyScope): KeyScope {
  if (!permits(parent.permission, permission))
    throw new HttpFailure(403, 'a key cannot create keys with more permissions', 'key_permission', {
      permission: parent.permission,
      needed: permission,
    });
  if (parent.networks !== '' && networks !== '' && networks !== parent.networks)
    throw new HttpFailure(403, 'a network-bound key creates keys for the same networks only', 'key_network');
  const ends = [parent.expiresAt, expiresAt].flatMap((end) => (end === null ? [] : [end]));
  return {
    permission,
    networks: networks === '' ? parent.networks : networks,
    expiresAt: ends.length === 0 ? null : Math.min(...ends),
  };
}

function tooManyKeys(kind: ApiKeyKind, { maximum, counted }: KeyLimit): HttpFailure {
  const bound = counted === undefined ? 'including revoked ones' : 'at one time';
  return new HttpFailure(400, `the maximum is ${maximum} ${kind} keys per address, ${bound}`, 'too_many_keys', { maximum });
}

function parentRevoked(): HttpFailure {
  return new HttpFailure(403, 'the API key of the request was revoked', 'api_key_revoked');
}
