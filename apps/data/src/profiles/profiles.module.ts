import { Module } from '@nestjs/common';
import { ProfilesImport } from './profiles.import';

/** State: profiles. */
@Module({ providers: [ProfilesImport], exports: [ProfilesImport] })
export class ProfilesModule {}
