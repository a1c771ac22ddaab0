import { Module } from '@nestjs/common';
import { EngineModule } from '../engine/engine.module';
import { KeysModule } from '../keys/keys.module';
import { LedgerModule } from '../ledger/ledger.module';
import { BansService } from './bans.service';

/** Bans and the cancels that they cause. */
@Module({ imports: [EngineModule, KeysModule, LedgerModule], providers: [BansService], exports: [BansService] })
export class BansModule {}
