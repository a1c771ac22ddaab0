import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable, SetMetadata, UseGuards, applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { CALLER_ADMISSION, type CallerAdmission } from './caller-admission';
import { ApiForbidden, ApiUnauthorized, Credentials } from './credential-schemes';
import type { KeyPermission } from '../keys/key-permission';
import { KeyCredentialsVerifier } from './key-credentials.verifier';

/** The options of @L2. */
const L2_MARK = 'foretell:l2';
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
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const request = context.switchToHttp().getRequest<Request>();
    // A guard used without the decorator is as strict as can be.
    const options = this.reflector.getAllAndOverride<L2Options | undefined>(L2_MARK, targets) ?? { write: true };
    const needs = this.reflector.getAllAndOverride<KeyPermission | undefined>(NEEDS_MARK, targets);
    const auth = await this.verifier.verifyL2(request, { ...options, ...(needs === undefined ? {} : { needs }) });
    this.admission?.admit(request, auth.apiKey);
    request.auth = auth;
    return true;
  }
}

/** The permission that a caller's key needs here, when it is neither reading nor trading. */
export const Needs = (permission: KeyPermission): MethodDecorator & ClassDecorator => SetMetadata(NEEDS_MARK, permission);

/** Requires L2 headers on a route or a controller, and documents them. */
export function L2(options: L2Options): MethodDecorator & ClassDecorator {
  const documented = [Credentials.l2(), ApiUnauthorized(), ApiForbidden(options)];
  return applyDecorators(SetMetadata(L2_MARK, options), UseGuards(L2Guard), ...documented);
}
