import type { SignableOrder } from '@foretell/signing';

/** Nobody signed for this exchange before 2020: what lies below is no instant in milliseconds. */
const EARLIEST_MILLIS = 1_577_836_800_000n;
const SIX_BYTES = 2n ** 48n;

/**
 * When an order says that it was signed, Unix milliseconds. Null for orders of version 1, which do not say it, and for timestamps
 * that are none. clob.signed_at says the same of the orders that the record holds. Source: protocol 4.3.
 */
export function signedAtOf(order: SignableOrder): number | null {
  if (order.version === 1 || order.timestamp < EARLIEST_MILLIS || order.timestamp >= SIX_BYTES) return null;
  return Number(order.timestamp);
}
