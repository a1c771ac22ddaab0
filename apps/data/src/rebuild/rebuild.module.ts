import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module';
import { Rebuild } from './rebuild';

/** State: the projections built anew beside the live ones. */
@Module({ imports: [IngestModule], providers: [Rebuild], exports: [Rebuild] })
export class RebuildModule {}
