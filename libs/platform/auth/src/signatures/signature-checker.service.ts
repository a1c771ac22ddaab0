import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Crypto } from '@foretell/crypto';
import {
  OrderSignatureChecker,
  type Address,
  type Bytes32,
  type PendingCheck,
  type SignableOrder,
  type SignatureCheck,
  type SignedOrder,
  type WalletOwner,
} from '@foretell/signing';
import { AUTH_CONFIG, type AuthConfig } from '../auth.config';
import { CRYPTO } from '../crypto-token';
import { RecoveryThreads } from './recovery-threads';

/** Checks the signatures of a batch of orders under the installation's rules. */
@Injectable()
export class SignatureChecker implements OnApplicationShutdown {
  private readonly checker: OrderSignatureChecker;
  private readonly threads: RecoveryThreads;

  constructor(@Inject(AUTH_CONFIG) config: AuthConfig, @Inject(CRYPTO) crypto: Crypto) {
    this.checker = new OrderSignatureChecker(crypto, config.signatureRules);
    this.threads = new RecoveryThreads(config.signatureThreads, crypto);
  }

  /**
   * One result per order, in the submitted order; an invalid one does not affect the others. About 60 microseconds per order: on
   * this thread, or most of it on another when the installation has threads. `ownerOf` reads wallet links that were loaded
   * before. Networks take turns for the threads.
   */
  async checkAll(orders: readonly SignedOrder[], caller: Address, ownerOf: WalletOwner, network = ''): Promise<SignatureCheck[]> {
    const begun = orders.map((order) => this.checker.begin(order, caller, ownerOf));
    const party = { address: network, account: caller };
    const recoveries = (await this.threads.recoverAll(begun.filter(isPending), party)).values();
    return begun.map((check) => {
      if (!isPending(check)) return check;
      const { value: recovery } = recoveries.next();
      if (recovery === undefined) throw new Error('a signature was asked about and never answered');
      return check.conclude(recovery);
    });
  }

  /** The order's hash without any check; undefined for a version that is not accepted. */
  orderHash(order: SignableOrder, isNegRisk: boolean): Bytes32 | undefined {
    return this.checker.orderHash(order, isNegRisk);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.stop();
  }
}

function isPending(check: SignatureCheck | PendingCheck): check is PendingCheck {
  return 'conclude' in check;
}
