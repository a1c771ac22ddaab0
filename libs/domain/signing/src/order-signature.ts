import type { Address } from './address';
import { DEPOSIT_WALLET_SIGNATURE_BYTES, depositWalletFault, namesDomain } from './deposit-wallet-signature';
import type { ExchangeDomain } from './domain';
import type { Bytes32 } from './hex';
import { bytes32Of, parseHex } from './hex';
import type { OrderV2, SignableOrder, SignatureType } from './order';
import { OrderHasher } from './order-hasher';
import type { RecoveryPorts } from './ports';
import type { Recovery } from './recover-signer';
import { SIGNATURE_BYTES, recoverSigner } from './recover-signer';

/** Why an order does not count as signed, in order of precedence: the first that applies is returned. */
export const SIGNATURE_REFUSALS = [
  'version_not_accepted',
  'signature_type_not_allowed',
  'signer_is_not_caller',
  'maker_is_not_signer',
  'malformed_signature',
  'wrong_domain',
  'wrong_contents',
  'high_s',
  'unrecoverable',
  'wrong_signer',
  'wallet_not_linked',
  'wallet_of_another_kind',
] as const;
export type SignatureRefusal = (typeof SIGNATURE_REFUSALS)[number];

export type SignatureCheck =
  | { readonly ok: true; readonly orderHash: Bytes32; readonly recovered: Address }
  /** `recovered`: the key recovered from what was hashed, if any; it distinguishes a wrong key from a wrong domain. */
  | { readonly ok: false; readonly reason: SignatureRefusal; readonly recovered?: Address };

/** The owner that an operator linked to a proxy, safe or deposit wallet; undefined when none. Must be synchronous. */
export type WalletOwner = (wallet: Address) => OwnedWallet | undefined;

/** The key that owns a proxy, safe or deposit wallet, and the signature type of that wallet. */
export interface OwnedWallet {
  readonly owner: Address;
  readonly signatureType: SignatureType;
}

export interface SignatureRules {
  readonly v2: ExchangeDomain;
  /** The domain of first-version orders, or null to refuse them. */
  readonly v1: ExchangeDomain | null;
  /** Another domain in which second-version orders may be signed; absent = none. */
  readonly v3?: ExchangeDomain;
  readonly allowedSignatureTypes: readonly SignatureType[];
}

export interface SignedOrder {
  readonly order: SignableOrder;
  /** 0x hex as received. */
  readonly signature: string;
  readonly isNegRisk: boolean;
}

/** An order checked except for its signer. Recovery is the expensive step and may run on another thread. */
export interface PendingCheck {
  /** 65 bytes. */
  readonly signature: Uint8Array;
  readonly digest: Uint8Array;
  /** Returns the result, given recoverSigner's result for the two. */
  readonly conclude: (recovery: Recovery) => SignatureCheck;
}

function refused(reason: SignatureRefusal, recovered?: Address): SignatureCheck {
  return recovered === undefined ? { ok: false, reason } : { ok: false, reason, recovered };
}

/**
 * Checks that an order is signed by its signer, on behalf of the authenticated caller. Returns the order hash and the recovered
 * key's address, or a reason of SIGNATURE_REFUSALS. One hash and one recovery per order. Source: protocol 4.4.
 */
export class OrderSignatureChecker {
  private readonly v2: OrderHasher;
  private readonly v1: OrderHasher | null;
  private readonly v3: OrderHasher | null;

  constructor(
    private readonly ports: RecoveryPorts,
    private readonly rules: SignatureRules,
  ) {
    this.v2 = new OrderHasher(ports.keccak, rules.v2);
    this.v1 = rules.v1 === null ? null : new OrderHasher(ports.keccak, rules.v1);
    this.v3 = rules.v3 === undefined ? null : new OrderHasher(ports.keccak, rules.v3);
  }

  /** `caller` is the authenticated address; `ownerOf` returns the key that owns a wallet contract. */
  check(signed: SignedOrder, caller: Address, ownerOf: WalletOwner): SignatureCheck {
    const begun = this.begin(signed, caller, ownerOf);
    return 'ok' in begun ? begun : begun.conclude(recoverSigner(begun.signature, begun.digest, this.ports));
  }

  /** The check without its recovery. `ownerOf` is called when the check is concluded. */
  begin(signed: SignedOrder, caller: Address, ownerOf: WalletOwner): SignatureCheck | PendingCheck {
    const { order } = signed;
    const hasher = order.version === 1 ? this.v1 : this.v2;
    if (hasher === null) return refused('version_not_accepted');
    if (!this.rules.allowedSignatureTypes.includes(order.signatureType)) return refused('signature_type_not_allowed');
    if (order.signatureType === 3) {
      return order.version === 2
        ? this.beginDepositWallet(signed, order, hasher, caller, ownerOf)
        : refused('signature_type_not_allowed');
    }
    if (order.signer !== caller) return refused('signer_is_not_caller');
    if (order.signatureType === 0 && order.maker !== order.signer) return refused('maker_is_not_signer');
    return this.beginPlain(signed, hasher, ownerOf);
  }

  /** The order hash alone, for an order that is known to be signed. */
  orderHash(order: SignableOrder, isNegRisk: boolean): Bytes32 | undefined {
    const hasher = order.version === 1 ? this.v1 : this.v2;
    return hasher === null ? undefined : bytes32Of(hasher.orderHash(order, isNegRisk));
  }

  /** Types 0-2: the signer's key signed the order hash; a proxy or safe must be linked to the signer. */
  private beginPlain(signed: SignedOrder, hasher: OrderHasher, ownerOf: WalletOwner): SignatureCheck | PendingCheck {
    const { order } = signed;
    const signature = parseHex(signed.signature, SIGNATURE_BYTES);
    if (signature?.length !== SIGNATURE_BYTES) return refused('malformed_signature');
    const digest = hasher.orderHash(order, signed.isNegRisk);
    const conclude = (recovery: Recovery): SignatureCheck => {
      const second = this.checkRecovered(recovery, order.signer, digest);
      const check = second.ok ? second : (this.checkThird(signed, signature) ?? second);
      return order.signatureType === 0 ? check : this.checkOwner(check, order, order.signer, ownerOf);
    };
    return { signature, digest, conclude };
  }

  /**
   * Checks the third domain for an order that is not signed in the usual one: its fields do not distinguish them. Only orders
   * that would otherwise be refused pay for the second check. Undefined when it is not signed there either.
   */
  private checkThird({ order, isNegRisk }: SignedOrder, signature: Uint8Array): SignatureCheck | undefined {
    if (this.v3 === null || order.version === 1) return undefined;
    const digest = this.v3.orderHash(order, isNegRisk);
    const check = this.checkRecovered(recoverSigner(signature, digest, this.ports), order.signer, digest);
    return check.ok ? check : undefined;
  }

  /** Type 3: signer and maker are the wallet; its owner, who must be the caller, signed the nested struct. */
  private beginDepositWallet(
    signed: SignedOrder,
    order: OrderV2,
    usual: OrderHasher,
    caller: Address,
    ownerOf: WalletOwner,
  ): SignatureCheck | PendingCheck {
    if (order.maker !== order.signer) return refused('maker_is_not_signer');
    const signature = parseHex(signed.signature, DEPOSIT_WALLET_SIGNATURE_BYTES);
    if (signature === undefined) return refused('malformed_signature');
    const isThird = this.v3 !== null && namesDomain(signature, this.v3.separator(signed.isNegRisk));
    const hasher = isThird && this.v3 !== null ? this.v3 : usual;
    const structHash = hasher.structHash(order);
    const fault = depositWalletFault(signature, hasher.separator(signed.isNegRisk), structHash);
    if (fault !== undefined) return refused(fault);
    const digest = hasher.depositWalletDigest(structHash, order.signer, signed.isNegRisk);
    const conclude = (recovery: Recovery): SignatureCheck => {
      const check = this.checkRecovered(recovery, caller, hasher.orderHashOf(structHash, signed.isNegRisk));
      return this.checkOwner(check, order, caller, ownerOf);
    };
    return { signature: signature.subarray(0, SIGNATURE_BYTES), digest, conclude };
  }

  /** A signature of one kind of wallet is not valid for another: each contract decides which signatures it accepts. */
  private checkOwner(check: SignatureCheck, order: SignableOrder, owner: Address, ownerOf: WalletOwner): SignatureCheck {
    if (!check.ok) return check;
    const owned = ownerOf(order.maker);
    if (owned?.owner !== owner) return refused('wallet_not_linked', check.recovered);
    return owned.signatureType === order.signatureType ? check : refused('wallet_of_another_kind', check.recovered);
  }

  private checkRecovered(recovery: Recovery, expected: Address, orderHash: Uint8Array): SignatureCheck {
    if (!recovery.ok) return recovery;
    if (recovery.recovered !== expected) return refused('wrong_signer', recovery.recovered);
    return { ok: true, orderHash: bytes32Of(orderHash), recovered: recovery.recovered };
  }
}
