import type { Keccak256 } from '@foretell/signing';
import { createKeccak } from 'hash-wasm';

/** Compiles the hash once; the returned function is synchronous. Each instance has its own state and belongs to one thread. */
export async function createKeccak256(): Promise<Keccak256> {
  const hasher = await createKeccak(256);
  return (bytes) => hasher.init().update(bytes).digest('binary');
}
