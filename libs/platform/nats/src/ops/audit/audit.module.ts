import { Controller, Inject, Module, type DynamicModule } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { AuditListRequest, AuditPage, type ServiceName } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { OpsCommand } from '../ops-command';
import { AUDIT_TRAIL, type AuditTrail } from './audit-trail';
import { AuditStore } from './audit.store';

/** Operator commands to a service: `connectOps` adds them, `ops audit` reads them. */
@Module({})
export class AuditModule {
  static forRoot(service: ServiceName): DynamicModule {
    const trail = {
      provide: AUDIT_TRAIL,
      inject: [DATABASE_POOL],
      useFactory: (pool: Pool): AuditTrail => new AuditStore(pool, service),
    };
    return {
      module: AuditModule,
      global: true,
      providers: [trail],
      controllers: [controllerOf(service)],
      exports: [AUDIT_TRAIL],
    };
  }
}

function controllerOf(service: ServiceName): new (trail: AuditTrail) => object {
  @ApiExcludeController()
  @Controller()
  class AuditController {
    constructor(@Inject(AUDIT_TRAIL) private readonly trail: AuditTrail) {}

    @OpsCommand(`ops.${service}.audit.list`)
    async list(request: AuditListRequest): Promise<AuditPage> {
      return { entries: await this.trail.list(request) };
    }
  }
  return AuditController;
}
