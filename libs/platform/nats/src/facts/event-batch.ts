import { applyDecorators, Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { FactMessage, FactsBySource, FactSource } from '@foretell/contracts';
import { throwError, type Observable } from 'rxjs';

/** The transport of the handlers of events; see EventServer. */
export const EVENTS = Symbol('events');

/** Applies consecutive messages of a source, as `FactApplier.apply` promises. */
export type BatchHandler<S extends FactSource> = (batch: readonly FactMessage<FactsBySource[S]>[]) => Promise<void>;

/** The pattern under which a source's batches reach their handler. */
export function eventsOf(source: FactSource): string {
  return `${source}.*`;
}

/** The consumer tells a bad event from a database that is down by the error, so the handler's own reaches it. */
@Catch()
class ErrorAsThrown implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Makes a controller's method the handler of all events of a source: Nest's `@EventPattern`, for a batch. A batch is applied in
 * the stream's order and in one transaction with its checkpoint, so one method takes all types of it. A method of other types
 * does not compile.
 */
export function EventBatch<S extends FactSource>(source: S) {
  const decorate = applyDecorators(EventPattern(eventsOf(source), EVENTS), UseFilters(new ErrorAsThrown()));
  return <H extends BatchHandler<S>>(controller: object, method: string | symbol, descriptor: TypedPropertyDescriptor<H>): void =>
    decorate(controller, method, descriptor);
}
