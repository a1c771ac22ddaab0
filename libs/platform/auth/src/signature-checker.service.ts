import { Inject, Injectable } from '@nestjs/common';
import type { Address, Bytes32, SignableOrder, SignatureCheck, SignedOrder, WalletOwner } from '@foretell/signing';
import { OrderSignatureChecker } from '@foretell/signing';
import { AUTH_CONFIG } from './auth.config';
import type { AuthConfig } from './auth.config';
import { CRYPTO } from './crypto-token';
import type { Crypto } from '@foretell/crypto';

/** Checks the signatures of a batch of orders under the installation's rules. */
@Injectable()
export class SignatureChecker {
  private readonly checker: OrderSignatureChecker;

  constructor(@Inject(AUTH_CONFIG) config: AuthConfig, @Inject(CRYPTO) crypto: Crypto) {
    this.checker = new OrderSignatureChecker(crypto, config.signatureRules);
  }

  /**
   * One answer per order, in the submitted order; a bad one never sinks the others. Synchronous: some 60 microseconds an
   * order on this thread. `ownerOf` answers from wallet links that were read before.
   */
  checkAll(orders: readonly SignedOrder[], caller: Address, ownerOf: WalletOwner): SignatureCheck[] {
    return orders.map((order) => this.checker.check(order, caller, ownerOf));
  }

  /** The order's hash without any check; undefined for a version that is not accepted. */
  orderHash(order: SignableOrder, isNegRisk: boolean): Bytes32 | undefined {
    return this.checker.orderHash(order, isNegRisk);
  }
}
