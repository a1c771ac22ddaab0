import { HttpFailure } from '@foretell/platform-server';
import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { IpAllowlist } from './ip-allowlist';

const ALLOWLISTED = 'foretell:allowlisted';

/** Opens a route or a controller to listed network addresses only. */
export const Allowlisted = (): ClassDecorator & MethodDecorator => SetMetadata(ALLOWLISTED, true);

/**
 * Of the routes so marked, lets only listed network addresses through; the rest get 401. Source: interface, Authentication (rule
 * 6).
 */
@Injectable()
export class IpAllowlistGuard implements CanActivate {
  constructor(
    private readonly allowlist: IpAllowlist,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(ALLOWLISTED, targets) !== true) return true;
    const { ip } = context.switchToHttp().getRequest<Request>();
    if (this.allowlist.admits(ip)) return true;
    throw new HttpFailure(401, 'unauthorized: ip_not_allowlisted', 'ip_not_allowlisted');
  }
}
