import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Check, Gate } from '@foretell/platform-server';
import { L1Guard, L1_MARK } from './l1.guard';
import { L2Guard, L2_MARK } from './l2.guard';

type Target = Parameters<Reflector['get']>[1];

/** The guard of every route of a service: requires the credentials of @L1 or @L2, and none without either. */
@Injectable()
export class CredentialsGuard implements CanActivate, Gate {
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

  checkOf(handler: Target, controller: Target): Check | null {
    const asks = (mark: string): boolean => this.reflector.getAllAndOverride<unknown>(mark, [handler, controller]) !== undefined;
    if (asks(L2_MARK)) return this.l2.checkOf(handler, controller);
    return asks(L1_MARK) ? this.l1.check : null;
  }
}
