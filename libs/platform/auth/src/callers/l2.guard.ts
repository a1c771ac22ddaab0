import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable, SetMetadata, applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { clientAddress, type Check, type FrontRequest } from '@foretell/platform-server';
import { CALLER_ADMISSION, type CallerAdmission } from './caller-admission';
import { ApiReadonlyKey, ApiUnauthorized, Credentials } from './credential-schemes';
import type { KeyPermission } from '../keys/key-permission';
import { TRUSTED_PROXIES } from './trusted-proxies';
import { KeyCredentialsVerifier } from './key-credentials.verifier';

type Target = Parameters<Reflector['get']>[1];

/** Marks routes guarded by L2, with their options. */
export const L2_MARK = 'foretell:l2';
const NEEDS_MARK = 'foretell:l2:needs';

export interface L2Options {
  /** Whether the route changes state: a narrower time window, and closed to read-only keys. */
  readonly write: boolean;
}

/** Admits a request authenticated by its L2 headers, and sets `request.auth`. */
@Injectable()
export class L2Guard implements CanActivate {
  constructor(
    private readonly verifier: KeyCredentialsVerifier,
    private readonly reflector: Reflector,
    @Inject(CALLER_ADMISSION) private readonly admission: CallerAdmission | null,
    @Inject(TRUSTED_PROXIES) private readonly trustedProxies: number,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.checkOf(context.getHandler(), context.getClass())(context.switchToHttp().getRequest<FrontRequest>());
    return true;
  }

  checkOf(handler: Target, controller: Target): Check {
    // A guard without the decorator applies the strictest options.
    const options = this.reflector.getAllAndOverride<L2Options | undefined>(L2_MARK, [handler, controller]) ?? { write: true };
    const needs = this.reflector.getAllAndOverride<KeyPermission | undefined>(NEEDS_MARK, [handler, controller]);
    const demands = { ...options, ...(needs === undefined ? {} : { needs }) };
    return async (request) => {
      const address = clientAddress(request, this.trustedProxies);
      const auth = await this.verifier.verifyL2(request, { ...demands, address });
      this.admission?.admit(request, auth.apiKey);
      Object.assign(request, { auth });
    };
  }
}

/** The permission that a caller's key needs here, when it is neither reading nor trading. */
export const Needs = (permission: KeyPermission): MethodDecorator & ClassDecorator => SetMetadata(NEEDS_MARK, permission);

/** Requires L2 headers on a route or a controller, and documents them. */
export function L2(options: L2Options): MethodDecorator & ClassDecorator {
  const documented = [Credentials.l2(), ApiUnauthorized(), ...(options.write ? [ApiReadonlyKey()] : [])];
  return applyDecorators(SetMetadata(L2_MARK, options), ...documented);
}
