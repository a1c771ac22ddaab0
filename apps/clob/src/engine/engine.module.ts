import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { createPool, BY_INDEX } from '@foretell/platform-prisma';
import { BookViewsModule } from '../book-views/book-views.module';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { KeysModule } from '../keys/keys.module';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { CommitFeed } from './commit-feed';
import { EngineMetrics } from './engine.metrics';
import { EngineService, FOLLOWER_POOL, PROJECTOR_POOL, WRITER_POOL } from './engine.service';
import { WRITER_APPLICATION } from './lease';
import { followerPool, projectorPool } from './projector/projector-pool';
import { JournalQuery } from './journal/journal.query';

/** The writer commits on one connection and looks up used ids on the other. */
const WRITER_CONNECTIONS = 2;
/** A commit that takes longer ends the process: PostgreSQL hangs, and recovery reads what was committed. */
const COMMIT_SECONDS_MAX = 10;

/** State module: the single writer, which advances the committed views of the modules below it. */
@Module({
  imports: [RecordModule, MarketDirectoryModule, BookViewsModule, KeysModule, LedgerModule],
  providers: [
    {
      provide: WRITER_POOL,
      inject: [CLOB_CONFIG],
      useFactory: ({ databaseUrl }: ClobConfig) =>
        createPool(
          {
            url: databaseUrl,
            applicationName: WRITER_APPLICATION,
            poolMax: WRITER_CONNECTIONS,
            statementTimeoutSeconds: COMMIT_SECONDS_MAX,
            settings: BY_INDEX,
          },
          () => undefined,
        ),
    },
    {
      provide: PROJECTOR_POOL,
      inject: [CLOB_CONFIG],
      useFactory: ({ databaseUrl }: ClobConfig) => projectorPool(databaseUrl),
    },
    {
      provide: FOLLOWER_POOL,
      inject: [CLOB_CONFIG],
      useFactory: ({ databaseUrl }: ClobConfig) => followerPool(databaseUrl),
    },
    EngineService,
    EngineMetrics,
    CommitFeed,
    JournalQuery,
  ],
  exports: [EngineService, CommitFeed],
})
export class EngineModule {}
