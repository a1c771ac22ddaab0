import { HttpFailure, IpAllowlist } from '@foretell/platform-server';
import { Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Admits listed network addresses only; others get 401. Source: interface, Authentication (rule 6). */
@Injectable()
class IpAllowlistGuard implements CanActivate {
  constructor(private readonly allowlist: IpAllowlist) {}

  canActivate(context: ExecutionContext): boolean {
    const { ip } = context.switchToHttp().getRequest<Request>();
    if (this.allowlist.admits(ip)) return true;
    throw new HttpFailure(401, 'unauthorized: ip_not_allowlisted', 'ip_not_allowlisted');
  }
}

/** Opens a route or a controller to listed network addresses only. */
export const Allowlisted = (): ClassDecorator & MethodDecorator => UseGuards(IpAllowlistGuard);
