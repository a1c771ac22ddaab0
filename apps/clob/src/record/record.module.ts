import { Module } from '@nestjs/common';
import { Recorded } from './recorded';

/** State: how far the tables are, for whoever answers from them. */
@Module({ providers: [Recorded], exports: [Recorded] })
export class RecordModule {}
