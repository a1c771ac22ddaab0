import type { Address } from './address';
import type { Bytes32 } from './hex';

/** BUY is 0 and SELL is 1 in the signed struct. */
export type OrderSide = 'BUY' | 'SELL';
/** 0 externally owned key, 1 proxy wallet, 2 safe, 3 deposit wallet (EIP-1271). Source: protocol 4.3. */
export type SignatureType = 0 | 1 | 2 | 3;

interface SignedFields {
  readonly salt: bigint;
  readonly maker: Address;
  readonly signer: Address;
  readonly tokenId: bigint;
  /** Base units (micros) that the maker gives. */
  readonly makerAmount: bigint;
  /** Base units (micros) that the maker receives. */
  readonly takerAmount: bigint;
  readonly side: OrderSide;
  readonly signatureType: SignatureType;
}

/** The fields of an order that its signature covers, first exchange version. */
export interface OrderV1 extends SignedFields {
  readonly version: 1;
  readonly taker: Address;
  /** Unix seconds, 0 for none. */
  readonly expiration: bigint;
  readonly nonce: bigint;
  readonly feeRateBps: bigint;
}

/** The fields of an order that its signature covers, second exchange version. */
export interface OrderV2 extends SignedFields {
  readonly version: 2;
  /** Unix milliseconds. */
  readonly timestamp: bigint;
  readonly metadata: Bytes32;
  readonly builder: Bytes32;
}

export type SignableOrder = OrderV1 | OrderV2;

export const ORDER_V1_TYPE =
  'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,' +
  'uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)';
export const ORDER_V2_TYPE =
  'Order(uint256 salt,address maker,address signer,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint8 side,' +
  'uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder)';
