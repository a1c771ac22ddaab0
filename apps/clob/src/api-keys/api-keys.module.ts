import { Module } from '@nestjs/common';
import { EngineModule } from '../engine/engine.module';
import { KeysModule } from '../keys/keys.module';
import { RecordModule } from '../record/record.module';
import { BanStatusController } from './ban-status.controller';
import { BuilderKeysController } from './builder-keys.controller';
import { KeysController } from './keys.controller';
import { KeysService } from './keys.service';
import { ReadonlyKeysController } from './readonly-keys.controller';
import { ScopedKeysController } from './scoped-keys.controller';

@Module({
  imports: [EngineModule, KeysModule, RecordModule],
  controllers: [KeysController, ReadonlyKeysController, ScopedKeysController, BuilderKeysController, BanStatusController],
  providers: [KeysService],
})
export class ApiKeysModule {}
