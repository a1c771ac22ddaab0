import { Module, type DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@foretell/contracts';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { PrismaService } from '@foretell/platform-prisma';
import { DoctorReports } from './doctor-reports';

/** Stores the doctor's findings for a service; the service's own command makes the report. */
@Module({})
export class DoctorModule {
  static forRoot(service: ServiceName): DynamicModule {
    const reports = {
      provide: DoctorReports,
      inject: [PrismaService, CLOCK],
      useFactory: (prisma: PrismaService, clock: Clock) => new DoctorReports(prisma, service, clock),
    };
    return { module: DoctorModule, global: true, providers: [reports], exports: [DoctorReports] };
  }
}
