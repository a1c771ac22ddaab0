import type { PlaceOrderItem } from '@foretell/contracts';
import type { Wallet } from '@foretell/crypto';
import {
  EXCHANGE_PRESETS,
  CLOB_AUTH_TERMS,
  SESSION_MESSAGE,
  ZERO_BYTES32,
  address,
  hexOf,
  parseBytes32,
  type Address,
  type Bytes32,
  type ClobAuthTerms,
  type ExchangeDomain,
  type ExchangePreset,
  type OrderV2,
  type SignatureType,
} from '@foretell/signing';
import type { AskedWallet } from './asked-wallet';
import type { OrderDraft } from './order-draft';

/** For which payer and exchange orders are signed. */
export interface SigningOptions {
  /** A preset of published clients, or the installation's own EIP-712 domain; polymarket-v2 when absent. */
  readonly domain?: ExchangePreset | ExchangeDomain;
  /** The installation's terms of the statement for an API key; those of published clients when absent. */
  readonly auth?: ClobAuthTerms;
  /** The installation's terms of the statement for a session key; the domain of published clients when absent. */
  readonly session?: ClobAuthTerms;
  /**
   * The wallet that pays: a proxy (1), safe (2) or deposit wallet (3) linked to the key. When absent, the key's own address pays
   * (0).
   */
  readonly funder?: { readonly address: string; readonly signatureType: Exclude<SignatureType, 0> };
}

/** One item of POST /orders, ready to send; the service returns the same order id. */
export interface SignedItem {
  readonly orderId: string;
  readonly item: PlaceOrderItem;
}

/** Six bytes: a JSON number represents them exactly, as published clients send it. */
const SALT_BYTES = 6;
const NO_SIGNATURE = '0x';

function exchangeDomain(domain: ExchangePreset | ExchangeDomain = 'polymarket-v2'): ExchangeDomain {
  return typeof domain === 'string' ? EXCHANGE_PRESETS[domain] : domain;
}

/** The order to sign, and its id. */
interface Unsigned {
  readonly order: OrderV2;
  readonly isNegRisk: boolean;
}

/** Turns drafts into orders of one address, of exchange version 2. Subclasses sign them. */
abstract class OrderMaker {
  readonly domain: ExchangeDomain;

  constructor(
    private readonly owner: Address,
    private readonly options: SigningOptions,
  ) {
    this.domain = exchangeDomain(options.domain);
  }

  get auth(): ClobAuthTerms | undefined {
    return this.options.auth;
  }

  get session(): ClobAuthTerms {
    return this.options.session ?? { ...CLOB_AUTH_TERMS, message: SESSION_MESSAGE };
  }

  get signatureType(): SignatureType {
    return this.options.funder?.signatureType ?? 0;
  }

  /** The order without a signature; only a dry run accepts it. */
  unsignedItem(draft: OrderDraft, owner: string, nowMillis: number): PlaceOrderItem {
    return wireItem(this.unsigned(draft, nowMillis).order, draft, owner, NO_SIGNATURE);
  }

  protected unsigned(draft: OrderDraft, nowMillis: number): Unsigned {
    const { funder } = this.options;
    const maker = funder === undefined ? this.owner : address(funder.address);
    const { signatureType } = this;
    const order: OrderV2 = {
      version: 2,
      salt: BigInt(hexOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))),
      maker,
      // A deposit wallet signs as itself, with its owner's key.
      signer: signatureType === 3 ? maker : this.owner,
      tokenId: BigInt(draft.tokenId),
      makerAmount: draft.makerAmount,
      takerAmount: draft.takerAmount,
      side: draft.side,
      signatureType,
      timestamp: BigInt(nowMillis),
      metadata: ZERO_BYTES32,
      builder: builderOf(draft),
    };
    return { order, isNegRisk: draft.isNegRisk ?? false };
  }
}

/** Signs drafts synchronously with a key in memory. */
export class OrderSigner extends OrderMaker {
  constructor(
    private readonly wallet: Wallet,
    options: SigningOptions,
  ) {
    super(wallet.address, options);
  }

  /**
   * Adds salt, time and signature. `owner` is the API key of the request that carries the item. Throws RangeError when the
   * builder is not a bytes32.
   */
  sign(draft: OrderDraft, owner: string, nowMillis: number): SignedItem {
    const { order, isNegRisk } = this.unsigned(draft, nowMillis);
    const signature = this.wallet.signOrderV2(order, this.domain, isNegRisk);
    return { orderId: this.wallet.orderHash(order, this.domain, isNegRisk), item: wireItem(order, draft, owner, signature) };
  }
}

/**
 * Signs drafts with a wallet that requests each signature, such as a browser's. It shows the order to a person, who may refuse.
 */
export class AskedOrderSigner extends OrderMaker {
  constructor(
    private readonly wallet: AskedWallet,
    options: SigningOptions,
  ) {
    super(wallet.address, options);
  }

  /** As OrderSigner.sign; rejects with the wallet's error. */
  async sign(draft: OrderDraft, owner: string, nowMillis: number): Promise<SignedItem> {
    const { order, isNegRisk } = this.unsigned(draft, nowMillis);
    const signature = await this.wallet.signOrderV2(order, this.domain, isNegRisk);
    return { orderId: this.wallet.orderHash(order, this.domain, isNegRisk), item: wireItem(order, draft, owner, signature) };
  }
}

function wireItem(order: OrderV2, draft: OrderDraft, owner: string, signature: string): PlaceOrderItem {
  return {
    order: { ...wireOrder(order, draft), signature },
    orderType: draft.orderType,
    owner,
    ...(draft.postOnly === undefined ? {} : { postOnly: draft.postOnly }),
  };
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
