import { Module } from '@nestjs/common';
import { ProfilesImport } from './profiles.import';

/** State: what people say of themselves. */
@Module({ providers: [ProfilesImport], exports: [ProfilesImport] })
export class ProfilesModule {}
