import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable, SetMetadata, applyDecorators } from '@nestjs/common';
import type { FrontRequest } from '@foretell/platform-server';
import { ApiL1Options, ApiUnauthorized, Credentials } from './credential-schemes';
import { WalletCredentialsVerifier } from './wallet-credentials.verifier';

/** Marks routes guarded by L1. */
export const L1_MARK = 'foretell:l1';

/** Admits a request that a wallet signed (L1), and sets `request.wallet`. */
@Injectable()
export class L1Guard implements CanActivate {
  constructor(private readonly verifier: WalletCredentialsVerifier) {}

  canActivate(context: ExecutionContext): boolean {
    this.check(context.switchToHttp().getRequest<FrontRequest>());
    return true;
  }

  readonly check = (request: FrontRequest): void => void Object.assign(request, { wallet: this.verifier.verifyL1(request) });
}

/** Requires L1 headers on a route or a controller, and documents them. */
export function L1(): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(L1_MARK, true), Credentials.l1(), ApiUnauthorized(), ...ApiL1Options());
}
