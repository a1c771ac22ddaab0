import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable, UseGuards, applyDecorators } from '@nestjs/common';
import type { Request } from 'express';
import { ApiL1Options, ApiUnauthorized, Credentials } from './credential-schemes';
import { WalletCredentialsVerifier } from './wallet-credentials.verifier';

/** Lets a request through that a wallet signed (L1), and sets `request.wallet`. */
@Injectable()
export class L1Guard implements CanActivate {
  constructor(private readonly verifier: WalletCredentialsVerifier) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    request.wallet = this.verifier.verifyL1(request);
    return true;
  }
}

/** Requires L1 headers on a route or a controller, and documents them. */
export function L1(): MethodDecorator & ClassDecorator {
  return applyDecorators(UseGuards(L1Guard), Credentials.l1(), ApiUnauthorized(), ...ApiL1Options());
}
