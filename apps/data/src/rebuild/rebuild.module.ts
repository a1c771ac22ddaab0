import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module';
import { Rebuild } from './rebuild';

/** State: rebuilds of the projections next to the live ones. */
@Module({ imports: [IngestModule], providers: [Rebuild], exports: [Rebuild] })
export class RebuildModule {}
