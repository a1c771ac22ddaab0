import { randomBytes } from 'node:crypto';
import type { PlaceOrderItem } from '@foretell/contracts';
import type { Wallet } from '@foretell/crypto';
import {
  EXCHANGE_PRESETS,
  ZERO_BYTES32,
  address,
  parseBytes32,
  type Bytes32,
  type ExchangeDomain,
  type ExchangePreset,
  type OrderV2,
  type SignatureType,
} from '@foretell/signing';
import type { OrderDraft } from './order-draft';

/** In whose name and for which exchange orders are signed. */
export interface SigningOptions {
  /** A preset of published clients, or the installation's own EIP-712 domain; polymarket-v2 when absent. */
  readonly domain?: ExchangePreset | ExchangeDomain;
  /**
   * The wallet that pays: a proxy (1), safe (2) or deposit wallet (3) linked to the key; the key's own address (0) when absent.
   */
  readonly funder?: { readonly address: string; readonly signatureType: Exclude<SignatureType, 0> };
}

/** One item of POST /orders, ready to be sent; the order id is what the surface will answer. */
export interface SignedItem {
  readonly orderId: string;
  readonly item: PlaceOrderItem;
}

/** Six bytes: as a number it is exact, as published clients send it. */
const SALT_BYTES = 6;

function exchangeDomain(domain: ExchangePreset | ExchangeDomain = 'polymarket-v2'): ExchangeDomain {
  return typeof domain === 'string' ? EXCHANGE_PRESETS[domain] : domain;
}

/** Makes drafts orders of one wallet, of the second exchange version. */
export class OrderSigner {
  readonly domain: ExchangeDomain;

  constructor(
    private readonly wallet: Wallet,
    private readonly options: SigningOptions,
  ) {
    this.domain = exchangeDomain(options.domain);
  }

  get signatureType(): SignatureType {
    return this.options.funder?.signatureType ?? 0;
  }

  /**
   * Adds salt, time and signature. `owner` is the API key of the request that will carry the item. Throws RangeError for a
   * builder that is no bytes32.
   */
  sign(draft: OrderDraft, owner: string, nowMillis: number): SignedItem {
    const order = this.order(draft, nowMillis);
    const isNegRisk = draft.isNegRisk ?? false;
    const signature = this.wallet.signOrderV2(order, this.domain, isNegRisk);
    return {
      orderId: this.wallet.orderHash(order, this.domain, isNegRisk),
      item: {
        order: { ...wireOrder(order, draft), signature },
        orderType: draft.orderType,
        owner,
        ...(draft.postOnly === undefined ? {} : { postOnly: draft.postOnly }),
      },
    };
  }

  private order(draft: OrderDraft, nowMillis: number): OrderV2 {
    const { funder } = this.options;
    const maker = funder === undefined ? this.wallet.address : address(funder.address);
    const { signatureType } = this;
    return {
      version: 2,
      salt: BigInt(`0x${randomBytes(SALT_BYTES).toString('hex')}`),
      maker,
      // A deposit wallet signs for itself, by its owner's key.
      signer: signatureType === 3 ? maker : this.wallet.address,
      tokenId: BigInt(draft.tokenId),
      makerAmount: draft.makerAmount,
      takerAmount: draft.takerAmount,
      side: draft.side,
      signatureType,
      timestamp: BigInt(nowMillis),
      metadata: ZERO_BYTES32,
      builder: builderOf(draft),
    };
  }
}

function builderOf({ builder }: OrderDraft): Bytes32 {
  const bytes = builder === undefined ? ZERO_BYTES32 : parseBytes32(builder);
  if (bytes === undefined) throw new RangeError('a builder is 0x and 64 hex digits');
  return bytes;
}

function wireOrder(order: OrderV2, draft: OrderDraft): Omit<PlaceOrderItem['order'], 'signature'> {
  return {
    salt: String(order.salt),
    maker: order.maker,
    signer: order.signer,
    tokenId: draft.tokenId,
    makerAmount: String(order.makerAmount),
    takerAmount: String(order.takerAmount),
    side: order.side,
    signatureType: order.signatureType,
    timestamp: String(order.timestamp),
    metadata: order.metadata,
    builder: order.builder,
    ...(draft.expirationSeconds === undefined ? {} : { expiration: String(draft.expirationSeconds) }),
  };
}
