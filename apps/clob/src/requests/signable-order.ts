import type { SignedOrderFields } from '@foretell/contracts';
import { address, parseBytes32, parseUint256, ZERO_BYTES32, type SignableOrder, type SignatureType } from '@foretell/signing';

const SIGNATURE_TYPES: readonly SignatureType[] = [0, 1, 2, 3];

/**
 * The fields that a signature covers; undefined when one of them does not fit 256 bits. A version 1 order names taker, nonce and
 * fee rate, and no timestamp. Source: protocol 4.2.
 */
export function signableOf(order: SignedOrderFields): SignableOrder | undefined {
  const salt = parseUint256(String(order.salt));
  const tokenId = parseUint256(order.tokenId);
  const makerAmount = parseUint256(order.makerAmount);
  const takerAmount = parseUint256(order.takerAmount);
  if (salt === undefined || tokenId === undefined || makerAmount === undefined || takerAmount === undefined) return undefined;
  const signatureType = SIGNATURE_TYPES[order.signatureType];
  if (signatureType === undefined) return undefined;
  const { side } = order;
  const maker = address(order.maker);
  const signer = order.signer === order.maker ? maker : address(order.signer);
  const isV1 =
    order.timestamp === undefined && order.taker !== undefined && order.nonce !== undefined && order.feeRateBps !== undefined;
  if (isV1) {
    const expiration = parseUint256(order.expiration ?? '0');
    const nonce = parseUint256(order.nonce);
    const feeRateBps = parseUint256(order.feeRateBps);
    if (expiration === undefined || nonce === undefined || feeRateBps === undefined) return undefined;
    const taker = address(order.taker ?? '');
    return {
      version: 1,
      salt,
      maker,
      signer,
      taker,
      tokenId,
      makerAmount,
      takerAmount,
      expiration,
      nonce,
      feeRateBps,
      side,
      signatureType,
    };
  }
  const timestamp = parseUint256(order.timestamp ?? '0');
  const metadata = parseBytes32(order.metadata ?? ZERO_BYTES32);
  const builder = parseBytes32(order.builder ?? ZERO_BYTES32);
  if (timestamp === undefined || metadata === undefined || builder === undefined) return undefined;
  return {
    version: 2,
    salt,
    maker,
    signer,
    tokenId,
    makerAmount,
    takerAmount,
    side,
    signatureType,
    timestamp,
    metadata,
    builder,
  };
}
