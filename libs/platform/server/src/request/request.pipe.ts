import { Inject, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { readBody } from './read-body';
import { readParams } from './read-params';
import type { RequestRules } from './request-rules';

export const REQUEST_RULES = Symbol('RequestRules');

/** Types that a handler may declare without a request class. */
const PLAIN: ReadonlySet<unknown> = new Set([Object, String, Number, Boolean, Array]);

/**
 * The single reader of requests: a handler that declares `@Query() query: ListMarketsQuery`, `@Param() path: MarketPath` or
 * `@Body() body: PositionRequest` gets an instance of that class of libs/contracts, or is not called.
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  constructor(@Inject(REQUEST_RULES) private readonly rules: RequestRules) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (metatype === undefined || PLAIN.has(metatype)) return value;
    if (type === 'query') return readParams(metatype, 'query', value as Readonly<Record<string, unknown>>, this.rules);
    if (type === 'param') return readParams(metatype, 'path', value as Readonly<Record<string, unknown>>, this.rules);
    return type === 'body' ? readBody(metatype, value, this.rules) : value;
  }
}
