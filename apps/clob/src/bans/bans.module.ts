import { Module } from '@nestjs/common';
import { EngineModule } from '../engine/engine.module';
import { KeysModule } from '../keys/keys.module';
import { LedgerModule } from '../ledger/ledger.module';
import { BansService } from './bans.service';

/** What a ban does to open orders. */
@Module({ imports: [EngineModule, KeysModule, LedgerModule], providers: [BansService], exports: [BansService] })
export class BansModule {}
