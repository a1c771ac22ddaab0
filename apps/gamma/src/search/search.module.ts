import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { SearchPoolEnd, searchPool } from './search-pool';
import { SearchController } from './search.controller';
import { SearchQuery } from './search.query';

@Module({
  imports: [CacheModule],
  controllers: [SearchController],
  providers: [searchPool, SearchPoolEnd, SearchQuery],
  exports: [SearchQuery],
})
export class SearchModule {}
