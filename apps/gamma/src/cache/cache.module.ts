import { Module } from '@nestjs/common';
import { AnswerService } from './answer.service';
import { CatalogVersion } from './catalog-version';
import { FiguresVersion, OrderVersion } from './figures-version';
import { PublicAnswerService } from './public-answer.service';

/** State: the catalog's version as this process last read it, and the responses cached under it. */
@Module({
  providers: [CatalogVersion, FiguresVersion, OrderVersion, AnswerService, PublicAnswerService],
  exports: [CatalogVersion, AnswerService, PublicAnswerService],
})
export class CacheModule {}
