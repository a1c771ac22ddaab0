import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CORS_HEADERS, metricsRegistry, routeOf } from '@foretell/platform-server';
import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import { AnswerCache, answerOf, type Answer } from './answer-cache';
import { OrderVersion } from './figures-version';

/** Below this size compression saves at most a packet. */
const GZIP_FROM_BYTES = 1400;
/** Limit per response format. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** Clients revalidate every time, which an ETag makes cheap: a response used without revalidation would show an older catalog. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const compress = promisify(gzip);

const answers = new Counter({
  name: 'foretell_catalog_answers_total',
  help: "The catalog's answers, by where they came from: made, or held in memory.",
  labelNames: ['from'] as const,
  registers: [metricsRegistry],
});

/**
 * Serves responses of the catalog as bytes. A response is made once per catalog version and normalised query, for any number of
 * concurrent requests; later requests are served from memory. ETags are hashes of the bytes, so a change elsewhere in the catalog
 * leaves them valid.
 */
@Injectable()
export class AnswerService {
  private readonly cache = new AnswerCache(CACHE_BYTES);
  private readonly underWay = new Map<string, Promise<Answer>>();

  constructor(@Inject(OrderVersion) private readonly version: { readonly current: number }) {}

  get sizeBytes(): number {
    return this.cache.sizeBytes;
  }

  /** Sends the result of `make`, or the cached response to the same query. A refusal of `make` is passed on and not cached. */
  async send(
    request: IncomingMessage,
    response: ServerResponse,
    room: string,
    query: object,
    make: () => Promise<unknown>,
  ): Promise<void> {
    const version = this.version.current;
    const key = `${room} ${JSON.stringify(query)}`;
    const held = this.cache.get(version, key);
    answers.inc({ from: held === undefined ? 'made' : 'memory' });
    const answer = held ?? (await this.made(version, key, make));
    this.cache.alias(version, request.url ?? '', { key, route: routeOf(request) });
    if (needsGzip(request, answer)) this.cache.compressed(key, answer, await compressed(answer));
    this.write(request, response, answer);
  }

  /**
   * Answers a repeated address at once.
   * @returns false when the address is unknown in this version of the catalog
   */
  sendKnown(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const known = this.cache.getByAddress(this.version.current, request.url ?? '');
    if (known === undefined || needsGzip(request, known.answer)) return false;
    answers.inc({ from: 'memory' });
    Object.assign(request, { route: { path: known.route } });
    this.write(request, response, known.answer);
    return true;
  }

  private made(version: number, key: string, make: () => Promise<unknown>): Promise<Answer> {
    const ticket = `${version} ${key}`;
    const running = this.underWay.get(ticket);
    if (running !== undefined) return running;
    const making = make().then((value) => {
      const answer = answerOf(value);
      this.cache.put(version, key, answer);
      return answer;
    });
    this.underWay.set(ticket, making);
    const settled = (): boolean => this.underWay.delete(ticket);
    making.then(settled, settled);
    return making;
  }

  private write(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
    const headers = { ...CORS_HEADERS, ETag: answer.etag, 'Cache-Control': CACHE_CONTROL, Vary: 'Accept-Encoding' };
    if (isHeld(request.headers['if-none-match'], answer.etag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const isCompressed = answer.gzip instanceof Buffer && acceptsGzip(request);
    const body = isCompressed && answer.gzip ? answer.gzip : answer.body;
    const content = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length };
    response.writeHead(200, { ...headers, ...content, ...(isCompressed && { 'Content-Encoding': 'gzip' }) });
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

function needsGzip(request: IncomingMessage, { gzip, body }: Answer): boolean {
  return gzip === undefined && body.length >= GZIP_FROM_BYTES && acceptsGzip(request);
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && /(?:^|[,\s])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?(?:[,\s]|$))/i.test(accepted);
}

/** Null when the compressed form is hardly smaller. */
async function compressed({ body }: Answer): Promise<Buffer | null> {
  const bytes = await compress(body);
  return bytes.length < body.length * 0.9 ? bytes : null;
}

function isHeld(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  return condition.split(',').some((each) => each.trim() === '*' || opaque(each) === opaque(etag));
}

/** ETags are compared weakly: both forms have the same content. */
function opaque(etag: string): string {
  return etag.trim().replace(/^W\//, '');
}
