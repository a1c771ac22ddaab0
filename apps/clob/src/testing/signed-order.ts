import { randomBytes } from 'node:crypto';
import type { Wallet } from '@foretell/client';
import type { OrderFlag } from '@foretell/exchange';
import {
  EXCHANGE_PRESETS,
  POLYMARKET_V1,
  ZERO_BYTES32,
  address,
  type Address,
  type Bytes32,
  type OrderV1,
  type OrderV2,
  type SignatureType,
} from '@foretell/signing';
import type { Fields } from './answer';

/** An order to sign. Sizes in shares, prices in pips; by default a GTC order of version 2. */
export interface TestOrder extends Readonly<Partial<Record<OrderFlag, boolean>>> {
  readonly tokenId: string;
  readonly side: 'BUY' | 'SELL';
  readonly pips: number;
  readonly shares: number;
  readonly orderType?: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  readonly expirationSeconds?: number;
  readonly version?: 1 | 2;
  readonly signatureType?: SignatureType;
  /** Proxy, safe or deposit wallet that pays; by default the signing key. */
  readonly maker?: Address;
  readonly builder?: Bytes32;
  readonly isNegRisk?: boolean;
}

export interface SignedTestOrder {
  readonly orderId: string;
  /** The `order` of a placement item. */
  readonly order: Fields;
}

const DOMAIN = EXCHANGE_PRESETS['polymarket-v2'];
const NOBODY = address(`0x${'0'.repeat(40)}`);

/** Signs an order with the wallet's key, as a published client of that version does. */
export function signedOrder(wallet: Wallet, draft: TestOrder, nowMillis: number): SignedTestOrder {
  const common = commonFields(wallet, draft);
  const isNegRisk = draft.isNegRisk ?? false;
  const expiration = String(draft.expirationSeconds ?? 0);
  if (draft.version === 1) {
    const order: OrderV1 = { ...common, version: 1, taker: NOBODY, expiration: BigInt(expiration), nonce: 0n, feeRateBps: 0n };
    const wire = {
      taker: NOBODY,
      nonce: '0',
      feeRateBps: '0',
      expiration,
      signature: wallet.signOrderV1(order, POLYMARKET_V1, isNegRisk),
    };
    return { orderId: wallet.orderHash(order, POLYMARKET_V1, isNegRisk), order: { ...wireFields(common), ...wire } };
  }
  const builder = draft.builder ?? ZERO_BYTES32;
  const order: OrderV2 = { ...common, version: 2, timestamp: BigInt(nowMillis), metadata: ZERO_BYTES32, builder };
  const signature = wallet.signOrderV2(order, DOMAIN, isNegRisk);
  const wire = { timestamp: String(nowMillis), metadata: ZERO_BYTES32, builder, expiration, signature };
  return { orderId: wallet.orderHash(order, DOMAIN, isNegRisk), order: { ...wireFields(common), ...wire } };
}

type Common = ReturnType<typeof commonFields>;

function commonFields(wallet: Wallet, { tokenId, side, pips, shares, signatureType = 0, maker = wallet.address }: TestOrder) {
  const sizeMicros = BigInt(Math.round(shares * 1_000_000));
  const costMicros = (sizeMicros * BigInt(pips)) / 10_000n;
  const [makerAmount, takerAmount] = side === 'BUY' ? [costMicros, sizeMicros] : [sizeMicros, costMicros];
  const salt = BigInt(`0x${randomBytes(6).toString('hex')}`);
  const signer = signatureType === 3 ? maker : wallet.address;
  return { salt, maker, signer, tokenId: BigInt(tokenId), makerAmount, takerAmount, side, signatureType };
}

function wireFields({ salt, maker, signer, tokenId, makerAmount, takerAmount, side, signatureType }: Common): Fields {
  const amounts = { makerAmount: String(makerAmount), takerAmount: String(takerAmount) };
  return { salt: Number(salt), maker, signer, tokenId: String(tokenId), ...amounts, side, signatureType };
}
