import { Controller, Module, type DynamicModule } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { LimitSetRequest, LimitsShown, LimitState, type ServiceName } from '@foretell/contracts';
import { NatsLink, OpsCommand } from '@foretell/platform-nats';
import { PrismaService } from '@foretell/platform-prisma';
import { Limits, type LimitsModuleOptions } from './limits';

/** The limits of a service and the operator's commands for them. `limitRequests` puts them in front of all handlers. */
@Module({})
export class LimitsModule {
  static forRoot(options: LimitsModuleOptions): DynamicModule {
    const limits = {
      provide: Limits,
      inject: [PrismaService, NatsLink],
      useFactory: (prisma: PrismaService, link: NatsLink) => new Limits({ ...options, prisma, link }),
    };
    return {
      module: LimitsModule,
      global: true,
      providers: [limits],
      controllers: [controllerOf(options.service)],
      exports: [Limits],
    };
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
