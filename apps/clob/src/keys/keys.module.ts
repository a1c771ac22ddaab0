import { Module } from '@nestjs/common';
import { PostgresApiKeyStore } from './api-key.store';
import { Bans } from './bans.query';

/** State: the API keys that exist, and who is barred. */
@Module({ providers: [PostgresApiKeyStore, Bans], exports: [PostgresApiKeyStore, Bans] })
export class KeysModule {}
