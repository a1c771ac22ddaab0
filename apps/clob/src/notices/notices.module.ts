import { Module } from '@nestjs/common';
import { AccessNotices } from './access-notices';

/** State module: PostgreSQL notifications of changes made by any process. */
@Module({ providers: [AccessNotices], exports: [AccessNotices] })
export class NoticesModule {}
