import type { Address, Bytes32, SignatureCheck } from '@foretell/signing';
import type { ParsedOrder } from './order-parser';

/**
 * The signature of an order that nobody has signed. Only a dry run takes it: a person sees what an order would do, then signs.
 */
const NO_SIGNATURE = '0x';

export function isUnsigned({ item }: ParsedOrder): boolean {
  return item.order.signature === NO_SIGNATURE;
}

/** Only of the caller's own wallet, which its API key has proved: an order of anybody else needs the signature as proof. */
export function unsignedCheck({ signable }: ParsedOrder, caller: Address, orderHash: Bytes32 | undefined): SignatureCheck {
  const isOwn = signable.signatureType === 0 && signable.maker === caller && signable.signer === caller;
  if (!isOwn || orderHash === undefined) return { ok: false, reason: 'malformed_signature' };
  return { ok: true, orderHash, recovered: caller };
}
