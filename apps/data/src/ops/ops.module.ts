import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { RebuildModule } from '../rebuild/rebuild.module';
import { DataOpsController } from './data-ops.controller';
import { DoctorQuery } from './doctor.query';

@Module({ imports: [IngestModule, ProfilesModule, RebuildModule], controllers: [DataOpsController], providers: [DoctorQuery] })
export class OpsModule {}
