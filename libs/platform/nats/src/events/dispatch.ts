import type { EventOf, EventsBySource, EventSource, SequencedEvent } from '@foretell/contracts';

export interface EventContext {
  readonly sequence: number;
}

/** One handler for each event type of a source: a type without a handler does not compile. */
export type HandlerTable<S extends EventSource, Result = void> = {
  readonly [T in EventsBySource[S]['type']]: (event: EventOf<T>, context: EventContext) => Result;
};

/**
 * Passes an event to its handler and returns the result; undefined for a type in `ignore`. Throws on any other type without a
 * handler, i.e. one that a newer writer publishes: skipping the event would lose it, so the consumer waits for a newer reader.
 */
export function dispatch<S extends EventSource, Result>(
  table: HandlerTable<S, Result>,
  { event, sequence }: SequencedEvent<S>,
  ignore: readonly string[] = [],
): Result | undefined {
  const handler = lookUp(table, event.type);
  if (handler !== undefined) return handler(event, { sequence });
  if (ignore.includes(event.type)) return undefined;
  throw new Error(`no handler for event ${event.type} at sequence ${sequence}: deploy a version of this service that handles it`);
}

/**
 * The cast restores the parameter type, which indexing a mapped type by a union loses. The table's type ties each key to its
 * event.
 */
function lookUp<S extends EventSource, Result>(
  table: HandlerTable<S, Result>,
  type: string,
): ((event: EventsBySource[S], context: EventContext) => Result) | undefined {
  if (!Object.hasOwn(table, type)) return undefined;
  return Object.getOwnPropertyDescriptor(table, type)?.value as (event: EventsBySource[S], context: EventContext) => Result;
}
