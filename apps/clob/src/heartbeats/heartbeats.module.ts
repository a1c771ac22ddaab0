import { Module } from '@nestjs/common';
import { EngineModule } from '../engine/engine.module';
import { LedgerModule } from '../ledger/ledger.module';
import { HeartbeatsController } from './heartbeats.controller';
import { HeartbeatsService } from './heartbeats.service';

@Module({ imports: [EngineModule, LedgerModule], controllers: [HeartbeatsController], providers: [HeartbeatsService] })
export class HeartbeatsModule {}
