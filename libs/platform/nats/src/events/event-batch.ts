import { applyDecorators, Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { EventMessage, EventsBySource, EventSource } from '@foretell/contracts';
import { throwError, type Observable } from 'rxjs';

/** Transport id of the event handlers; see EventServer. */
export const EVENTS = Symbol('events');

/** Applies consecutive messages of a source, as `EventApplier.apply` promises. The lineage is Nest's context: `@Ctx()`. */
export type BatchHandler<S extends EventSource> = (
  batch: readonly EventMessage<EventsBySource[S]>[],
  lineage: string | null,
) => Promise<void>;

/** The pattern that routes a source's batches to their handler. */
export function eventsOf(source: EventSource): string {
  return `${source}.*`;
}

/** The consumer needs the handler's original error to distinguish a bad event from an unavailable database. */
@Catch()
class ErrorAsThrown implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Makes a controller's method the handler of all events of a source: Nest's `@EventPattern`, for a batch. A batch is applied in
 * stream order and in one transaction with its checkpoint, so one method takes all types. A method with other types does not
 * compile.
 */
export function EventBatch<S extends EventSource>(source: S) {
  const decorate = applyDecorators(EventPattern(eventsOf(source), EVENTS), UseFilters(new ErrorAsThrown()));
  return <H extends BatchHandler<S>>(controller: object, method: string | symbol, descriptor: TypedPropertyDescriptor<H>): void =>
    decorate(controller, method, descriptor);
}
