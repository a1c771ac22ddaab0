import type { CatalogFact } from './catalog-facts';
import type { TradingFact } from './trading-facts';

/** The publishers of events. Each source has one journal, one stream and one gapless sequence. */
export type FactSource = 'clob' | 'gamma';

export type Fact = TradingFact | CatalogFact;
export type FactType = Fact['type'];
export type FactOf<T extends FactType> = Extract<Fact, { type: T }>;

/** The events of each source, so that a consumer's handler table can be checked for completeness. */
export interface FactsBySource {
  readonly clob: TradingFact;
  readonly gamma: CatalogFact;
}

/**
 * One message: consecutive events of one source. The event at index i has the sequence firstSequence + i, except in a partially
 * read message.
 */
export interface FactMessage<F extends Fact = Fact> {
  readonly source: FactSource;
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
export function factStream(prefix: string, source: FactSource): { readonly stream: string; readonly subject: string } {
  return {
    stream: `${prefix.toUpperCase().replaceAll('.', '_')}_FACTS_${source.toUpperCase()}`,
    subject: `${prefix}.facts.${source}`,
  };
}

/** Limits of a message: events, and bytes unless it has a single event. */
export const MESSAGE_FACTS_MAX = 256;
export const MESSAGE_BYTES_MAX = 512 * 1024;

/**
 * Whether a message is of the source. Each source publishes only its own event types; the handler table refuses unknown types.
 */
export function isOf<S extends FactSource>(message: FactMessage, source: S): message is FactMessage<FactsBySource[S]> {
  return message.source === source;
}
