import type { SignableOrder } from '@foretell/signing';

/** No order was signed before 2020: a lower value is not a timestamp in milliseconds. */
const EARLIEST_MILLIS = 1_577_836_800_000n;
const SIX_BYTES = 2n ** 48n;

/**
 * The time at which an order claims to be signed, Unix milliseconds. Null for orders of version 1, which have no timestamp, and
 * for implausible timestamps. clob.signed_at computes the same from recorded orders. Source: protocol 4.3.
 */
export function signedAtOf(order: SignableOrder): number | null {
  if (order.version === 1 || order.timestamp < EARLIEST_MILLIS || order.timestamp >= SIX_BYTES) return null;
  return Number(order.timestamp);
}
