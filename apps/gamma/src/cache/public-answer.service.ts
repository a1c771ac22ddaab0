import { Inject, Injectable } from '@nestjs/common';
import { AnswerService } from './answer.service';
import { FiguresVersion } from './figures-version';

/** Answers of the public dialect, which also show figures: they are made anew when the catalog or the figures have changed. */
@Injectable()
export class PublicAnswerService extends AnswerService {
  constructor(@Inject(FiguresVersion) version: FiguresVersion) {
    super(version);
  }
}
