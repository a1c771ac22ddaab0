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

/** The order to sign, and the terms that are not signed: its type, its flags and when it ends. */
interface Unsigned {
  readonly order: OrderV2;
  readonly isNegRisk: boolean;
  readonly terms: Omit<OrderDraft, 'tokenId' | 'side' | 'makerAmount' | 'takerAmount' | 'isNegRisk' | 'builder'>;
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
    return wireItem(this.unsigned(draft, nowMillis), owner, NO_SIGNATURE);
  }

  protected unsigned(draft: OrderDraft, nowMillis: number): Unsigned {
    const { tokenId, side, makerAmount, takerAmount, isNegRisk = false, builder, ...terms } = draft;
    const { funder } = this.options;
    const maker = funder === undefined ? this.owner : address(funder.address);
    const { signatureType } = this;
    const order: OrderV2 = {
      version: 2,
      salt: BigInt(hexOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))),
      maker,
      // A deposit wallet signs as itself, with its owner's key.
      signer: signatureType === 3 ? maker : this.owner,
      tokenId: BigInt(tokenId),
      makerAmount,
      takerAmount,
      side,
      signatureType,
      timestamp: BigInt(nowMillis),
      metadata: ZERO_BYTES32,
      builder: builderOf(builder),
    };
    return { order, isNegRisk, terms };
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
    const unsigned = this.unsigned(draft, nowMillis);
    const { order, isNegRisk } = unsigned;
    const signature = this.wallet.signOrderV2(order, this.domain, isNegRisk);
    return { orderId: this.wallet.orderHash(order, this.domain, isNegRisk), item: wireItem(unsigned, owner, signature) };
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
    const unsigned = this.unsigned(draft, nowMillis);
    const { order, isNegRisk } = unsigned;
    const signature = await this.wallet.signOrderV2(order, this.domain, isNegRisk);
    return { orderId: this.wallet.orderHash(order, this.domain, isNegRisk), item: wireItem(unsigned, owner, signature) };
  }
}

function wireItem({ order, terms }: Unsigned, owner: string, signature: string): PlaceOrderItem {
  const { expirationSeconds, orderType, ...flags } = terms;
  return { order: { ...wireOrder(order, expirationSeconds), signature }, orderType, owner, ...flags };
}

function builderOf(builder: string | undefined): Bytes32 {
  const bytes = builder === undefined ? ZERO_BYTES32 : parseBytes32(builder);
  if (bytes === undefined) throw new RangeError('a builder is 0x and 64 hex digits');
  return bytes;
}

function wireOrder(order: OrderV2, expirationSeconds: number | undefined): Omit<PlaceOrderItem['order'], 'signature'> {
  return {
    salt: String(order.salt),
    maker: order.maker,
    signer: order.signer,
    tokenId: String(order.tokenId),
    makerAmount: String(order.makerAmount),
    takerAmount: String(order.takerAmount),
    side: order.side,
    signatureType: order.signatureType,
    timestamp: String(order.timestamp),
    metadata: order.metadata,
    builder: order.builder,
    ...(expirationSeconds === undefined ? {} : { expiration: String(expirationSeconds) }),
  };
}
