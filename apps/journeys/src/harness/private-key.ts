import { randomBytes } from 'node:crypto';

const BYTES = 32;

/** A new private key of a wallet: 0x hex. */
export function freshPrivateKey(): string {
  return `0x${randomBytes(BYTES).toString('hex')}`;
}
