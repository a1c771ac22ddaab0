import { Module } from '@nestjs/common';
import { Beginning } from './beginning';
import { OldestSnapshot } from './oldest-snapshot';
import { Recorded } from './recorded';

/** State module: the position of the tables, the oldest snapshot, and whether the record began in the sandbox. */
@Module({ providers: [Beginning, OldestSnapshot, Recorded], exports: [Beginning, Recorded] })
export class RecordModule {}
