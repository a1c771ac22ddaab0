import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AnswerInterceptor } from './answer.interceptor';
import { AnswerService } from './answer.service';
import { CatalogVersion } from './catalog-version';
import { FiguresVersion, OrderVersion } from './figures-version';
import { PublicAnswerService } from './public-answer.service';

/** State: the catalog's version as this process last read it, and the responses cached under it. */
@Module({
  providers: [
    CatalogVersion,
    FiguresVersion,
    OrderVersion,
    AnswerService,
    PublicAnswerService,
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
  ],
  exports: [CatalogVersion, AnswerService, PublicAnswerService],
})
export class CacheModule {}
