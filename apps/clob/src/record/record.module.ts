import { Module } from '@nestjs/common';
import { Beginning } from './beginning';
import { OldestSnapshot } from './oldest-snapshot';
import { ProjectionProgress } from './projection-progress';

/** State module: the position of the tables, the oldest snapshot, and whether the record began in the sandbox. */
@Module({ providers: [Beginning, OldestSnapshot, ProjectionProgress], exports: [Beginning, ProjectionProgress] })
export class RecordModule {}
