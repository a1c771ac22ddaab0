import type { Address, Bytes32, SignatureCheck } from '@foretell/signing';
import type { ParsedOrder } from './order-parser';

/** Placeholder signature of an unsigned order. Only a dry run accepts it: a user sees an order's effect before signing. */
const NO_SIGNATURE = '0x';

export function isUnsigned({ item }: ParsedOrder): boolean {
  return item.order.signature === NO_SIGNATURE;
}

/** Only for the caller's own wallet, which its API key has proved: an order of another wallet needs the signature as proof. */
export function unsignedCheck({ signable }: ParsedOrder, caller: Address, orderHash: Bytes32 | undefined): SignatureCheck {
  const isOwn = signable.signatureType === 0 && signable.maker === caller && signable.signer === caller;
  if (!isOwn || orderHash === undefined) return { ok: false, reason: 'malformed_signature' };
  return { ok: true, orderHash, recovered: caller };
}
