import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { L1Guard, L1_MARK } from './l1.guard';
import { L2Guard, L2_MARK } from './l2.guard';

/** The guard of every route of a surface: asks for the credentials that @L1 or @L2 names, and for none where neither stands. */
@Injectable()
export class CredentialsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly l1: L1Guard,
    private readonly l2: L2Guard,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<unknown>(L2_MARK, targets) !== undefined) return this.l2.canActivate(context);
    if (this.reflector.getAllAndOverride<unknown>(L1_MARK, targets) !== undefined) return this.l1.canActivate(context);
    return true;
  }
}
