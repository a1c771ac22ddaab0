import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { IpAllowlist } from '@foretell/platform-server';
import { IpAllowlistGuard } from './ip-allowlist.guard';

/** Guards every route that is marked as allowlisted. */
@Module({})
export class AccessModule {
  static forRoot(allowlist: IpAllowlist): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      providers: [
        { provide: IpAllowlist, useValue: allowlist },
        IpAllowlistGuard,
        { provide: APP_GUARD, useExisting: IpAllowlistGuard },
      ],
      exports: [IpAllowlist],
    };
  }
}
