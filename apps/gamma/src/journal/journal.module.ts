import { Module } from '@nestjs/common';
import { CatalogRelay } from './catalog-relay';
import { CatalogJournal } from './catalog.journal';
import { DatabaseReadiness } from './database-readiness';

/** State: the catalog's facts, in order, and their way to the stream. */
@Module({ providers: [CatalogJournal, CatalogRelay, DatabaseReadiness], exports: [CatalogRelay, DatabaseReadiness] })
export class JournalModule {}
