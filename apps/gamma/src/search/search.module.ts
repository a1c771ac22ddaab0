import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { SearchIndex } from './search-index';
import { SearchController } from './search.controller';
import { SearchQuery } from './search.query';

@Module({
  imports: [CacheModule],
  controllers: [SearchController],
  providers: [SearchIndex, SearchQuery],
  exports: [SearchQuery],
})
export class SearchModule {}
