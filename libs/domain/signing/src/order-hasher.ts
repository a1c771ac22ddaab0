import type { ExchangeDomain } from './domain';
import { createTypedDataDigest, domainSeparator, utf8 } from './domain';
import type { OrderV1, OrderV2, SignableOrder } from './order';
import { ORDER_V1_TYPE, ORDER_V2_TYPE } from './order';
import type { Keccak256 } from './ports';
import { StructEncoder } from './struct-encoder';

const DEPOSIT_WALLET_TYPE =
  'TypedDataSign(Order contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)';

/** One verifying contract of one exchange. */
interface Venue {
  readonly separator: Uint8Array;
  readonly negRiskSeparator: Uint8Array;
}

/**
 * Hashes orders in one exchange domain. Type hashes and separators are computed once. The struct layout is fixed, and one buffer
 * per struct is reused: only the hashes are allocated per order. Synchronous and not re-entrant.
 */
export class OrderHasher {
  private readonly v1 = new StructEncoder(13);
  private readonly v2 = new StructEncoder(12);
  private readonly depositWallet = new StructEncoder(7);
  private readonly typedDataDigest: (separator: Uint8Array, structHash: Uint8Array) => Uint8Array;
  private readonly venue: Venue;

  constructor(
    private readonly keccak: Keccak256,
    readonly domain: ExchangeDomain,
  ) {
    this.typedDataDigest = createTypedDataDigest(keccak);
    this.venue = {
      separator: domainSeparator(keccak, { ...domain, verifyingContract: domain.exchange }),
      negRiskSeparator: domainSeparator(keccak, { ...domain, verifyingContract: domain.negRiskExchange }),
    };
    this.v1.word(0, keccak(utf8(ORDER_V1_TYPE)));
    this.v2.word(0, keccak(utf8(ORDER_V2_TYPE)));
    this.depositWallet.word(0, keccak(utf8(DEPOSIT_WALLET_TYPE + ORDER_V2_TYPE)));
    this.depositWallet.word(2, keccak(utf8('DepositWallet')));
    this.depositWallet.word(3, keccak(utf8('1')));
    this.depositWallet.uint(4, BigInt(domain.chainId));
  }

  /** The domain separator of the exchange contract that the market settles on. */
  separator(isNegRisk: boolean): Uint8Array {
    return isNegRisk ? this.venue.negRiskSeparator : this.venue.separator;
  }

  /** EIP-712's hashStruct of the order. */
  structHash(order: SignableOrder): Uint8Array {
    return order.version === 1 ? this.structHashV1(order) : this.structHashV2(order);
  }

  /** The order hash, which is the orderID and, for signature types 0-2, what is signed. Source: interface, Matching. */
  orderHash(order: SignableOrder, isNegRisk: boolean): Uint8Array {
    return this.orderHashOf(this.structHash(order), isNegRisk);
  }

  /** The order hash from an existing struct hash. */
  orderHashOf(structHash: Uint8Array, isNegRisk: boolean): Uint8Array {
    return this.typedDataDigest(this.separator(isNegRisk), structHash);
  }

  /** The digest that the owner of a deposit wallet signs (type 3): the order nested in a TypedDataSign of the wallet. */
  depositWalletDigest(structHash: Uint8Array, wallet: OrderV2['signer'], isNegRisk: boolean): Uint8Array {
    this.depositWallet.word(1, structHash);
    this.depositWallet.address(5, wallet);
    return this.typedDataDigest(this.separator(isNegRisk), this.keccak(this.depositWallet.bytes));
  }

  private structHashV1(order: OrderV1): Uint8Array {
    const words = this.v1;
    words.uint(1, order.salt);
    words.address(2, order.maker);
    words.address(3, order.signer);
    words.address(4, order.taker);
    words.uint(5, order.tokenId);
    words.uint(6, order.makerAmount);
    words.uint(7, order.takerAmount);
    words.uint(8, order.expiration);
    words.uint(9, order.nonce);
    words.uint(10, order.feeRateBps);
    words.small(11, order.side === 'BUY' ? 0 : 1);
    words.small(12, order.signatureType);
    return this.keccak(words.bytes);
  }

  private structHashV2(order: OrderV2): Uint8Array {
    const words = this.v2;
    words.uint(1, order.salt);
    words.address(2, order.maker);
    words.address(3, order.signer);
    words.uint(4, order.tokenId);
    words.uint(5, order.makerAmount);
    words.uint(6, order.takerAmount);
    words.small(7, order.side === 'BUY' ? 0 : 1);
    words.small(8, order.signatureType);
    words.uint(9, order.timestamp);
    words.bytes32(10, order.metadata);
    words.bytes32(11, order.builder);
    return this.keccak(words.bytes);
  }
}
