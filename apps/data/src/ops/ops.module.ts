import { Module } from '@nestjs/common';
import { ProfilesModule } from '../profiles/profiles.module';
import { RebuildModule } from '../rebuild/rebuild.module';
import { DataOpsController } from './data-ops.controller';
import { Doctor } from './doctor';

@Module({ imports: [ProfilesModule, RebuildModule], controllers: [DataOpsController], providers: [Doctor] })
export class OpsModule {}
