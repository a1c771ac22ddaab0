import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { SeriesController } from './series.controller';
import { SeriesQuery } from './series.query';

@Module({ imports: [CacheModule], controllers: [SeriesController], providers: [SeriesQuery] })
export class SeriesModule {}
