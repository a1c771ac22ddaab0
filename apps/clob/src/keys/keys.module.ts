import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module';
import { NoticesModule } from '../notices/notices.module';
import { PostgresApiKeyStore } from './api-key.store';
import { Bans } from './bans';
import { CachedApiKeys } from './cached-api-keys';

/** State module: API keys and bans. */
@Module({
  imports: [LedgerModule, NoticesModule],
  providers: [PostgresApiKeyStore, CachedApiKeys, Bans],
  exports: [CachedApiKeys, Bans],
})
export class KeysModule {}
