import { Controller, Module, type DynamicModule } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { LimitSetRequest, LimitsShown, LimitState, type ServiceName } from '@foretell/contracts';
import { NatsLink, OpsCommand } from '@foretell/platform-nats';
import { PrismaService } from '@foretell/platform-prisma';
import type { LimitTable } from './limit-rule';
import { Limits } from './limits';

export interface LimitsModuleOptions {
  readonly service: ServiceName;
  readonly table: LimitTable;
  /** False: nothing is counted, and no limit is shown. */
  readonly isOn: boolean;
  readonly trustedProxies: number;
}

/** The limits of a service and the operator's commands for them. `limitRequests` puts them in front of all handlers. */
@Module({})
export class LimitsModule {
  static forRoot({ service, table, isOn, trustedProxies }: LimitsModuleOptions): DynamicModule {
    const limits = {
      provide: Limits,
      inject: [PrismaService, NatsLink],
      useFactory: (prisma: PrismaService, link: NatsLink) => new Limits({ service, table, isOn, trustedProxies, prisma, link }),
    };
    return { module: LimitsModule, global: true, providers: [limits], controllers: [controllerOf(service)], exports: [Limits] };
  }
}

/** `ops limits show` and `ops limits set`, of one service. */
function controllerOf(service: ServiceName): new (limits: Limits) => object {
  @ApiExcludeController()
  @Controller()
  class LimitsController {
    constructor(private readonly limits: Limits) {}

    @OpsCommand(`ops.${service}.limits.show`)
    show(): LimitsShown {
      return this.limits.show();
    }

    @OpsCommand(`ops.${service}.limits.set`)
    set({ limit, count }: LimitSetRequest): Promise<LimitState> {
      return this.limits.set(limit, count ?? null);
    }
  }
  return LimitsController;
}
