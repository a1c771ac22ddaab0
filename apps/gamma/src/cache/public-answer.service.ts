import { Inject, Injectable } from '@nestjs/common';
import { GAMMA_CONFIG, type GammaConfig } from '../gamma.config';
import { AnswerService } from './answer.service';
import { FiguresVersion } from './figures-version';

/** Answers of the public dialect, which also show figures: they are made anew when the catalog or the figures have changed. */
@Injectable()
export class PublicAnswerService extends AnswerService {
  constructor(@Inject(GAMMA_CONFIG) config: Pick<GammaConfig, 'cacheBytes'>, @Inject(FiguresVersion) version: FiguresVersion) {
    super(config, version);
  }
}
