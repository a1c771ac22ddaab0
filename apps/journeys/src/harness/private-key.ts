import { randomBytes } from 'node:crypto';

const BYTES = 32;

/** A wallet's private key that nobody had before: 0x hex. */
export function freshPrivateKey(): string {
  return `0x${randomBytes(BYTES).toString('hex')}`;
}
