import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { MarketsController } from './markets.controller';
import { MarketsQuery } from './markets.query';

@Module({ imports: [CacheModule], controllers: [MarketsController], providers: [MarketsQuery] })
export class MarketsModule {}
