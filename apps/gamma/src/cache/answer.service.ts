import { Limits } from '@foretell/platform-limits';
import { metricsRegistry, SharedWork, type Encoded } from '@foretell/platform-server';
import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { Counter } from 'prom-client';
import { AnswerCache, answerOf, type Answer } from './answer-cache';
import { CachedAnswer } from './cached-answer';
import { OrderVersion } from './figures-version';

/** For each response format. */
const CACHE_BYTES = 64 * 1024 * 1024;

const answers = new Counter({
  name: 'foretell_catalog_answers_total',
  help: 'Responses of the catalog, by origin: made, or memory (cached).',
  labelNames: ['from'] as const,
  registers: [metricsRegistry],
});

export type { CachedAnswer };

/**
 * Serves responses of the catalog as bytes. A response is made once per catalog version and normalised query, for any number of
 * concurrent requests; later requests are served from memory. ETags are hashes of the bytes, so a change elsewhere in the catalog
 * leaves them valid.
 */
@Injectable()
export class AnswerService {
  private readonly cache = new AnswerCache(CACHE_BYTES);
  private readonly underWay = new SharedWork<Answer>();

  constructor(
    @Inject(OrderVersion) private readonly version: { readonly current: number },
    private readonly limits: Limits,
  ) {}

  get sizeBytes(): number {
    return this.cache.sizeBytes;
  }

  /** The cached response to a query, or the result of `make`. A refusal by `make` is passed on and not cached. */
  of<T>(what: string, query: object, make: () => Promise<T | Encoded<T>>): Promise<CachedAnswer<T>> {
    return this.answered(what, query, make, () => undefined);
  }

  /**
   * A list of up to `rows` records in full. The caller that causes it to be made pays for its rows; others have it for free. A
   * refusal concerns that caller alone.
   */
  list<T>(
    what: string,
    query: object,
    { request, rows }: { readonly request: IncomingMessage; readonly rows: number },
    make: () => Promise<T | Encoded<T>>,
  ): Promise<CachedAnswer<T>> {
    return this.answered(what, query, make, () => this.limits.admitIds(request, rows));
  }

  private async answered<T>(
    what: string,
    query: object,
    make: () => Promise<T | Encoded<T>>,
    begin: () => void,
  ): Promise<CachedAnswer<T>> {
    const version = this.version.current;
    const key = `${what} ${JSON.stringify(query)}`;
    const cached = this.cache.get(version, key);
    answers.inc({ from: cached === undefined ? 'made' : 'memory' });
    return new CachedAnswer<T>(cached ?? (await this.made(version, key, make, begin)), this.cache, key);
  }

  private made(version: number, key: string, make: () => Promise<unknown>, begin: () => void): Promise<Answer> {
    return this.underWay.of(`${version} ${key}`, () => {
      begin();
      return make().then((value) => {
        const answer = answerOf(value);
        this.cache.put(version, key, answer);
        return answer;
      });
    });
  }
}
