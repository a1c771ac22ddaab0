import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { TagsController } from './tags.controller';
import { TagsQuery } from './tags.query';

@Module({ imports: [CacheModule], controllers: [TagsController], providers: [TagsQuery] })
export class TagsModule {}
