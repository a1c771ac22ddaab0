import type { Platform } from '../platform/platform';
import { readList, readObject } from './json-answer';
import { withQuery } from './query';
import type { CallOptions, Transport } from './transport';

export interface ServiceOptions {
  /** Address of the service, such as http://127.0.0.1:4001. */
  readonly url: string;
  /** Default timeout of calls; 15 s if absent. */
  readonly timeoutMs?: number;
}

/** Public reads of one service. All methods throw ClientError. */
export class ServiceReader {
  private readonly caller: Transport;
  private readonly timeoutMs: number | undefined;

  constructor({ url, timeoutMs }: ServiceOptions, { connect }: Pick<Platform, 'connect'>) {
    this.caller = connect(url);
    this.timeoutMs = timeoutMs;
  }

  async object<T extends object>(path: string, query?: object, options?: CallOptions): Promise<T> {
    return readObject<T>(await this.caller.call({ method: 'GET', path: withQuery(path, query), ...this.limits(options) }));
  }

  async list<T>(path: string, query?: object, options?: CallOptions): Promise<readonly T[]> {
    return readList<T>(await this.caller.call({ method: 'GET', path: withQuery(path, query), ...this.limits(options) }));
  }

  /** A read whose parameters are sent as a body. */
  async ask<T extends object>(path: string, body: object, options?: CallOptions): Promise<T> {
    return readObject<T>(await this.post(path, body, options));
  }

  async askList<T>(path: string, body: object, options?: CallOptions): Promise<readonly T[]> {
    return readList<T>(await this.post(path, body, options));
  }

  close(): void {
    this.caller.close();
  }

  private post(path: string, body: object, options?: CallOptions) {
    return this.caller.call({ method: 'POST', path, body: JSON.stringify(body), ...this.limits(options) });
  }

  private limits(options: CallOptions = {}): CallOptions {
    return this.timeoutMs === undefined ? options : { timeoutMs: this.timeoutMs, ...options };
  }
}
