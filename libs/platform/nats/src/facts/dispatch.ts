import type { FactOf, FactsBySource, FactSource, SequencedFact } from '@foretell/contracts';

export interface FactContext {
  readonly sequence: number;
}

/** One handler for each event type of a source: a type without a handler does not compile. */
export type HandlerTable<S extends FactSource, Result = void> = {
  readonly [T in FactsBySource[S]['type']]: (fact: FactOf<T>, context: FactContext) => Result;
};

/**
 * Passes an event to its handler and returns the result; undefined for a type in `ignore`. Throws on any other type without a
 * handler, i.e. one that a newer writer publishes: skipping the event would lose it, so the consumer waits for a newer reader.
 */
export function dispatch<S extends FactSource, Result>(
  table: HandlerTable<S, Result>,
  { fact, sequence }: SequencedFact<S>,
  ignore: readonly string[] = [],
): Result | undefined {
  const handler = lookUp(table, fact.type);
  if (handler !== undefined) return handler(fact, { sequence });
  if (ignore.includes(fact.type)) return undefined;
  throw new Error(`no handler for fact ${fact.type} at sequence ${sequence}: deploy a version of this surface that knows it`);
}

/**
 * The cast restores the parameter type, which indexing a mapped type by a union loses. The table's type ties each key to its
 * event.
 */
function lookUp<S extends FactSource, Result>(
  table: HandlerTable<S, Result>,
  type: string,
): ((fact: FactsBySource[S], context: FactContext) => Result) | undefined {
  if (!Object.hasOwn(table, type)) return undefined;
  return Object.getOwnPropertyDescriptor(table, type)?.value as (fact: FactsBySource[S], context: FactContext) => Result;
}
