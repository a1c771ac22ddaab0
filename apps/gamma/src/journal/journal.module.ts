import { Module } from '@nestjs/common';
import { CatalogRelay } from './catalog-relay';
import { CatalogJournal } from './catalog.journal';
import { DatabaseReadiness } from './database-readiness';

/** State: the catalog's published events, in order, and their relay to the stream. */
@Module({ providers: [CatalogJournal, CatalogRelay, DatabaseReadiness], exports: [CatalogRelay, DatabaseReadiness] })
export class JournalModule {}
