import { Module, type DynamicModule } from '@nestjs/common';
import { IpAllowlist } from '@foretell/platform-server';

/** The addresses that routes marked as allowlisted are open to. */
@Module({})
export class AccessModule {
  static forRoot(allowlist: IpAllowlist): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      providers: [{ provide: IpAllowlist, useValue: allowlist }],
      exports: [IpAllowlist],
    };
  }
}
