import { HttpFailure } from '@foretell/platform-server';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { IpAllowlist } from './ip-allowlist';

/** Lets only listed network addresses through; the rest get 401. Source: interface, Authentication (rule 6). */
@Injectable()
export class IpAllowlistGuard implements CanActivate {
  constructor(private readonly allowlist: IpAllowlist) {}

  canActivate(context: ExecutionContext): boolean {
    const { ip } = context.switchToHttp().getRequest<Request>();
    if (this.allowlist.admits(ip)) return true;
    throw new HttpFailure(401, 'unauthorized: ip_not_allowlisted', 'ip_not_allowlisted');
  }
}
