import { joinMessages, LINEAGE_HEADER, type EventSource, type PackedMessage } from '@foretell/contracts';
import { spanned, TRACEPARENT } from '@foretell/platform-server';
import { headers, type MsgHdrs } from 'nats';
import type { Delivered } from './event-link';

/** A message with the traces of its commits. Traces exist in memory only; the journal does not store them. */
export interface TracedMessage extends PackedMessage {
  readonly traceparents?: readonly string[];
}

/** See joinMessages; a joined message belongs to the traces of all its parts. */
export function joinTraced(source: EventSource, messages: readonly TracedMessage[]): readonly TracedMessage[] {
  const joined: readonly TracedMessage[] = joinMessages(source, messages);
  if (messages.every(({ traceparents }) => traceparents === undefined)) return joined;
  return joined.map((message) => {
    const isPart = (each: TracedMessage): boolean =>
      each.lastSequence >= message.firstSequence && each.firstSequence <= message.lastSequence;
    return { ...message, traceparents: messages.filter(isPart).flatMap(({ traceparents = [] }) => traceparents) };
  });
}

/** The headers of a message: its lineage, and one value per trace. */
export function messageHeaders(lineage: string, traceparents: readonly string[] = []): MsgHdrs {
  const result = headers();
  result.set(LINEAGE_HEADER, lineage);
  for (const traceparent of traceparents) result.append(TRACEPARENT, traceparent);
  return result;
}

/** Applies the delivered messages as a part of their traces. */
export function applyTraced(
  { source, durable }: { readonly source: EventSource; readonly durable: string },
  batch: readonly Delivered[],
  apply: () => Promise<void>,
): Promise<void> {
  const of = batch.flatMap(({ headers: sent }) => sent?.values?.(TRACEPARENT) ?? []);
  if (of.length === 0) return apply();
  const attributes = { 'foretell.source': source, 'foretell.messages': batch.length };
  return spanned(`apply events to ${durable}`, { kind: 'consumer', of, attributes }, apply);
}
