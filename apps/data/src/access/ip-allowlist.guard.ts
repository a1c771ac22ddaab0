import { HttpFailure, IpAllowlist, type Gate } from '@foretell/platform-server';
import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

const ALLOWLISTED = 'foretell:allowlisted';
type Target = Parameters<Reflector['get']>[1];

/** Restricts a route or a controller to the listed network addresses. */
export const Allowlisted = (): ClassDecorator & MethodDecorator => SetMetadata(ALLOWLISTED, true);

/** On marked routes, admits only listed network addresses; others get 401. Source: interface, Authentication (rule 6). */
@Injectable()
export class IpAllowlistGuard implements CanActivate, Gate {
  constructor(
    private readonly allowlist: IpAllowlist,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.isAllowlisted(context.getHandler(), context.getClass())) return true;
    const { ip } = context.switchToHttp().getRequest<Request>();
    if (this.allowlist.admits(ip)) return true;
    throw new HttpFailure(401, 'unauthorized: ip_not_allowlisted', 'ip_not_allowlisted');
  }

  /** Express determines the client address behind proxies. */
  checkOf(handler: Target, controller: Target): null | 'express' {
    return this.isAllowlisted(handler, controller) && !this.allowlist.admitsAll ? 'express' : null;
  }

  private isAllowlisted(handler: Target, controller: Target): boolean {
    return this.reflector.getAllAndOverride<boolean | undefined>(ALLOWLISTED, [handler, controller]) === true;
  }
}
