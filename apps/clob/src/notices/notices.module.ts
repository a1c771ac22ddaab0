import { Module } from '@nestjs/common';
import { AccessNotices } from './access-notices';

/** State: what PostgreSQL tells of changes made by any process. */
@Module({ providers: [AccessNotices], exports: [AccessNotices] })
export class NoticesModule {}
