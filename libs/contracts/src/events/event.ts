import type { CatalogEvent } from './catalog-events';
import type { TradingEvent } from './trading-events';

/** The publishers of events. Each source has one journal, one stream and one gapless sequence. */
export type EventSource = 'clob' | 'gamma';

export type Event = TradingEvent | CatalogEvent;
export type EventType = Event['type'];
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;

/** The events of each source, so that a consumer's handler table can be checked for completeness. */
export interface EventsBySource {
  readonly clob: TradingEvent;
  readonly gamma: CatalogEvent;
}

/**
 * One message: consecutive events of one source. The event at index i has the sequence firstSequence + i, except in a partially
 * read message.
 */
export interface EventMessage<F extends Event = Event> {
  readonly source: EventSource;
  readonly firstSequence: number;
  readonly facts: readonly F[];
  /** Set when reading skipped events of the message: the positions of the others. */
  readonly part?: MessagePart;
}

export interface MessagePart {
  /** The sequence of each event, ascending. */
  readonly sequences: readonly number[];
  /** The sequence of the message's last event, read or skipped. */
  readonly lastSequence: number;
}

/** JetStream names of a source, under a deployment's prefix (default "foretell"). */
export function eventStream(prefix: string, source: EventSource): { readonly stream: string; readonly subject: string } {
  return {
    stream: `${prefix.toUpperCase().replaceAll('.', '_')}_FACTS_${source.toUpperCase()}`,
    subject: `${prefix}.facts.${source}`,
  };
}

/** Limits of a message: events, and bytes unless it has a single event. */
export const MESSAGE_EVENTS_MAX = 256;
export const MESSAGE_BYTES_MAX = 512 * 1024;

/**
 * Whether a message is of the source. Each source publishes only its own event types; the handler table refuses unknown types.
 */
export function isOf<S extends EventSource>(message: EventMessage, source: S): message is EventMessage<EventsBySource[S]> {
  return message.source === source;
}
