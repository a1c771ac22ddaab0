import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, of, type Observable } from 'rxjs';
import type { Answer } from './answer-cache';
import { AnswerService, CachedAnswer } from './answer.service';
import { PublicAnswerService } from './public-answer.service';

/** Below this a packet more or less is not worth the work. */
const GZIP_FROM_BYTES = 1400;
/** Clients ask every time, which an ETag makes cheap: an answer that is used unasked would show an older catalog. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const NOT_MODIFIED = 304;

/**
 * Caching of the catalog's reads, as far as it is HTTP: sends the bytes of a CachedAnswer with ETag, Cache-Control and, where the
 * client takes it, gzip; 304 to who has them. An address that was asked for before is answered without its handler.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  private readonly sources: readonly AnswerService[];

  constructor(answers: AnswerService, publicAnswers: PublicAnswerService) {
    this.sources = [answers, publicAnswers];
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const known = this.known(request);
    if (known !== undefined) return of(this.bytesOf(known, request, response));
    return next.handle().pipe(
      mergeMap(async (value: unknown) => {
        if (!(value instanceof CachedAnswer)) return value;
        value.remember(request.url);
        if (needsGzip(request, value.answer)) await value.compress();
        return this.bytesOf(value.answer, request, response);
      }),
    );
  }

  private known(request: Request): Answer | undefined {
    for (const source of this.sources) {
      const answer = source.known(request.url);
      if (answer === undefined) continue;
      if (needsGzip(request, answer)) return undefined;
      source.countKnown();
      return answer;
    }
    return undefined;
  }

  /** Sets the headers of an answer. Undefined: who asks has it. */
  private bytesOf({ body, etag, gzip }: Answer, request: Request, response: Response): Buffer | undefined {
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', CACHE_CONTROL);
    response.setHeader('Vary', 'Accept-Encoding');
    if (isHeld(request.headers['if-none-match'], etag)) {
      response.statusCode = NOT_MODIFIED;
      return undefined;
    }
    if (!gzip || !acceptsGzip(request)) return body;
    response.setHeader('Content-Encoding', 'gzip');
    return gzip;
  }
}

function needsGzip(request: Request, { gzip, body }: Answer): boolean {
  return gzip === undefined && body.length >= GZIP_FROM_BYTES && acceptsGzip(request);
}

function acceptsGzip({ headers }: Request): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && /(?:^|[,\s])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?(?:[,\s]|$))/i.test(accepted);
}

function isHeld(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  return condition.split(',').some((each) => each.trim() === '*' || opaque(each) === opaque(etag));
}

/** ETags are compared weakly here: anyone who holds either form holds the content. */
function opaque(etag: string): string {
  return etag.trim().replace(/^W\//, '');
}
