import { Module } from '@nestjs/common';
import { ProfilesModule } from '../profiles/profiles.module';
import { RebuildModule } from '../rebuild/rebuild.module';
import { DataOpsController } from './data-ops.controller';
import { DoctorQuery } from './doctor.query';

@Module({ imports: [ProfilesModule, RebuildModule], controllers: [DataOpsController], providers: [DoctorQuery] })
export class OpsModule {}
