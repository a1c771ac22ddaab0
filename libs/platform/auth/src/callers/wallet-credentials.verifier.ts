import { Inject, Injectable } from '@nestjs/common';
import { ClobAuthHasher, hexOf, parseAddress, parseUint256, recoverSignerOfHex } from '@foretell/signing';
import { CLOCK } from '@foretell/platform-server';
import type { Clock } from '@foretell/platform-server';
import { AUTH_CONFIG } from '../auth.config';
import type { AuthConfig } from '../auth.config';
import type { CredentialPart } from './auth-failures';
import { UnauthorizedFailure } from './auth-failures';
import type { CredentialedRequest, SessionCaller, WalletCaller } from './authenticated-caller';
import { CRYPTO } from '../crypto-token';
import type { Crypto } from '@foretell/crypto';
import { isFresh } from './freshness';
import { formatOf, headerOf, missingHeaders, solePrefixOf } from './header-prefix';

const REQUIRED_HEADERS = ['ADDRESS', 'SIGNATURE', 'TIMESTAMP'];

interface ProvenStatement {
  readonly wallet: WalletCaller;
  /** The signed digest. */
  readonly digest: Uint8Array;
}

/**
 * Authenticates callers by their wallet's signature (L1, EIP-712 ClobAuth). Throws an UnauthorizedFailure that names the first
 * part that fails. A nonce header is optional and 0 when absent; an X-Chain-Id header, when present, must name our chain. Source:
 * protocol 2.
 */
@Injectable()
export class WalletCredentialsVerifier {
  private readonly login: ClobAuthHasher;
  private readonly session: ClobAuthHasher;

  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    @Inject(CRYPTO) private readonly crypto: Crypto,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const { chainId } = config.signatureRules.v2;
    this.login = new ClobAuthHasher(crypto.keccak, chainId, config.login);
    this.session = new ClobAuthHasher(crypto.keccak, chainId, config.session);
  }

  /** The wallet that signed the request's L1 headers. */
  verifyL1(request: CredentialedRequest): WalletCaller {
    return this.prove(request, this.login).wallet;
  }

  /** The same for the statement of a sign-in key, whose nonce is the key's expiry. */
  verifySession(request: CredentialedRequest): SessionCaller {
    const { wallet, digest } = this.prove(request, this.session);
    return { address: wallet.address, expiresAtSeconds: BigInt(wallet.nonce), statement: hexOf(digest) };
  }

  private prove({ headers }: CredentialedRequest, hasher: ClobAuthHasher): ProvenStatement {
    const prefix = solePrefixOf(headers, this.config.prefixes, REQUIRED_HEADERS) ?? this.config.prefixes[0] ?? '';
    const missing = missingHeaders(headers, prefix, REQUIRED_HEADERS);
    if (missing.length > 0) throw this.failure('headers', missing);
    const address = parseAddress(headerOf(headers, prefix, 'ADDRESS'));
    if (address === undefined) throw this.failure('address');
    const timestamp = headerOf(headers, prefix, 'TIMESTAMP') ?? '';
    if (!isFresh(timestamp, this.clock(), this.config.maxAgeSeconds)) throw this.failure('timestamp');
    const nonce = parseUint256(headerOf(headers, prefix, 'NONCE') ?? '0');
    if (nonce === undefined || !this.isOurChain(headers['x-chain-id'])) throw this.failure('headers');
    const digest = hasher.digest({ address, timestamp, nonce });
    const recovery = recoverSignerOfHex(headerOf(headers, prefix, 'SIGNATURE'), digest, this.crypto);
    if (!recovery.ok || recovery.recovered !== address) throw this.failure('signature');
    return { wallet: { address, nonce: nonce.toString(), format: formatOf(prefix), prefix }, digest };
  }

  private isOurChain(header: string | string[] | undefined): boolean {
    return header === undefined || header === '' || header === String(this.config.signatureRules.v2.chainId);
  }

  private failure(part: CredentialPart, missing: readonly string[] = []): UnauthorizedFailure {
    return new UnauthorizedFailure('invalid_l1', part, this.clock(), missing);
  }
}
