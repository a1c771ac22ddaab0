import { Limits } from '@foretell/platform-limits';
import { Inject, Injectable } from '@nestjs/common';
import { AnswerService } from './answer.service';
import { FiguresVersion } from './figures-version';

/** Responses in the public format. They also show figures, so they are rebuilt when the catalog or the figures change. */
@Injectable()
export class PublicAnswerService extends AnswerService {
  constructor(@Inject(FiguresVersion) version: FiguresVersion, limits: Limits) {
    super(version, limits);
  }
}
