import { Module } from '@nestjs/common';
import { Beginning } from './beginning';
import { OldestSnapshot } from './oldest-snapshot';
import { Recorded } from './recorded';

/** State module: how far the tables are, for readers of them; what slows them; and how the record began. */
@Module({ providers: [Beginning, OldestSnapshot, Recorded], exports: [Beginning, Recorded] })
export class RecordModule {}
