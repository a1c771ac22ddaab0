import { Module } from '@nestjs/common';
import { AnswerService } from './answer.service';
import { CatalogVersion } from './catalog-version';

/** State: the catalog's version as this process knows it, and the answers under it. */
@Module({ providers: [CatalogVersion, AnswerService], exports: [CatalogVersion, AnswerService] })
export class CacheModule {}
