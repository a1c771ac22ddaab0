import { Limits } from '@foretell/platform-limits';
import type { Encoded } from '@foretell/platform-server';
import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { AnswerService, type CachedAnswer } from './answer.service';
import { FiguresVersion } from './figures-version';

/** Responses in the public format. They also show figures, so they are rebuilt when the catalog or the figures change. */
@Injectable()
export class PublicAnswerService extends AnswerService {
  constructor(
    @Inject(FiguresVersion) version: FiguresVersion,
    private readonly limits: Limits,
  ) {
    super(version);
  }

  /** A list of up to `rows` records in full. The caller that causes it to be made pays for its rows; others have it for free. */
  list<T>(
    what: string,
    query: object,
    { request, rows }: { readonly request: IncomingMessage; readonly rows: number },
    make: () => Promise<T | Encoded<T>>,
  ): Promise<CachedAnswer<T>> {
    return this.of(what, query, make, () => this.limits.admitIds(request, rows));
  }
}
