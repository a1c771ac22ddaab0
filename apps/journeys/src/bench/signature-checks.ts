import { createRequire } from 'node:module';
import type { SignedItem } from '@foretell/client';
import type * as Secp256k1 from 'secp256k1';

const SECONDS = 0.5;

/** Native signature recoveries of these orders per second of CPU time: the maximum that one core can check. */
export function baselineChecksPerSecond(items: readonly SignedItem[]): number {
  // The main entry falls back to slow JavaScript; the bindings alone fail with an error.
  const native = createRequire(__filename)('secp256k1/bindings') as typeof Secp256k1;
  const signed = items.map(({ orderId, item }) => {
    const bytes = Buffer.from(item.order.signature.slice(2), 'hex');
    return { rs: bytes.subarray(0, 64), recoveryId: bytes[64] === 27 ? 0 : 1, digest: Buffer.from(orderId.slice(2), 'hex') };
  });
  const startedAt = process.cpuUsage();
  let checks = 0;
  for (;;) {
    for (const { rs, recoveryId, digest } of signed) native.ecdsaRecover(rs, recoveryId, digest, false);
    checks += signed.length;
    const { user, system } = process.cpuUsage(startedAt);
    const seconds = (user + system) / 1e6;
    if (seconds >= SECONDS) return checks / seconds;
  }
}
