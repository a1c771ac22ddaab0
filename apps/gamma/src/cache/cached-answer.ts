import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { endInTurn, JSON_TYPE, Reply } from '@foretell/platform-server';
import type { Answer, AnswerCache } from './answer-cache';

/** Smaller bodies are not worth compressing. */
const GZIP_FROM_BYTES = 1400;
/** Clients revalidate each time, which an ETag makes cheap: a response used without it would show an older catalog. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const NOT_MODIFIED = 304;
const compress = promisify(gzip);

/**
 * The result of a handler that promises T: the bytes of T, sent with ETag, Cache-Control and, if the client accepts it, gzip;
 * 304 to a client that has them. All headers go in one list, without being stored one by one.
 */
export class CachedAnswer<T> extends Reply {
  /** Type only: the encoded value. */
  declare readonly holds: T;

  constructor(
    private readonly answer: Answer,
    private readonly cache: AnswerCache,
    private readonly key: string,
  ) {
    super();
  }

  override send(request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const { gzip, body } = this.answer;
    const takesGzip = gzip !== null && (gzip !== undefined || body.length >= GZIP_FROM_BYTES) && acceptsGzip(request);
    if (takesGzip && gzip === undefined) return this.compress().then(() => this.write(request, response, this.answer.gzip));
    this.write(request, response, takesGzip ? gzip : null);
  }

  private async compress(): Promise<void> {
    this.cache.compressed(this.key, this.answer, await compressed(this.answer));
  }

  private write({ headers }: IncomingMessage, response: ServerResponse, gzip: Buffer | null | undefined): void {
    const { body, etag } = this.answer;
    const sent = ['ETag', etag, 'Cache-Control', CACHE_CONTROL, 'Vary', 'Accept-Encoding'];
    if (matchesEtag(headers['if-none-match'], etag)) {
      return endInTurn(response.writeHead(NOT_MODIFIED, sent), '');
    }
    const bytes = gzip ?? body;
    if (bytes === gzip) sent.push('Content-Encoding', 'gzip');
    sent.push('Content-Type', JSON_TYPE, 'Content-Length', String(bytes.length));
    endInTurn(response.writeHead(response.statusCode, sent), bytes);
  }
}

/** Null when compression saves too little. */
async function compressed({ body }: Answer): Promise<Buffer | null> {
  const bytes = await compress(body);
  return bytes.length < body.length * 0.9 ? bytes : null;
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && /(?:^|[,\s])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?(?:[,\s]|$))/i.test(accepted);
}

function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  return condition.split(',').some((each) => each.trim() === '*' || opaque(each) === opaque(etag));
}

/** Weak comparison: both forms have the same content. */
function opaque(etag: string): string {
  return etag.trim().replace(/^W\//, '');
}
