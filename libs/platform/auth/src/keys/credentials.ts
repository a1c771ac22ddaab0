import { createHmac } from 'node:crypto';
import type { Address } from '@foretell/signing';
import { Secret } from './secret';

/**
 * Purpose of an API key: all of its wallet's actions, reading only, attributing orders to a builder, or a part of the wallet's
 * actions.
 */
export type ApiKeyKind = 'trading' | 'readonly' | 'builder' | 'scoped';

/** The seed of credentials; nonce is the decimal string of an unsigned 256-bit integer. */
export interface CredentialSeed {
  readonly kind: ApiKeyKind;
  readonly chainId: number;
  readonly address: Address;
  readonly nonce: string;
}

export interface ApiCredentials {
  /** A UUID; not secret towards the caller, but an order's owner field shows it to counterparties. */
  readonly apiKey: string;
  /** 32 bytes as base64url with padding, the only form that strict and lenient clients both decode. */
  readonly secret: Secret<string>;
  /** 64 hex digits. */
  readonly passphrase: Secret<string>;
}

function derive(masterKey: Secret<Buffer>, purpose: string, seed: CredentialSeed): Buffer {
  const text = `${purpose}:${seed.kind}:${seed.chainId}:${seed.address}:${seed.nonce}`;
  return createHmac('sha256', masterKey.reveal()).update(text).digest();
}

/** Sixteen bytes in the shape of a version 4 UUID. */
function uuidOf(bytes: Buffer): string {
  const shaped = Buffer.from(bytes.subarray(0, 16));
  shaped[6] = ((shaped[6] ?? 0) & 0x0f) | 0x40;
  shaped[8] = ((shaped[8] ?? 0) & 0x3f) | 0x80;
  const hex = shaped.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function base64UrlPadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/**
 * The deterministic credentials of a seed: only the existence of a key is stored, and nothing that could be stolen. Source:
 * protocol 2.3; interface, Identity.
 */
export function deriveCredentials(masterKey: Secret<Buffer>, seed: CredentialSeed): ApiCredentials {
  return {
    apiKey: uuidOf(derive(masterKey, 'key', seed)),
    secret: new Secret(base64UrlPadded(derive(masterKey, 'secret', seed))),
    passphrase: new Secret(derive(masterKey, 'passphrase', seed).toString('hex')),
  };
}
