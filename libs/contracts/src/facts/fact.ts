import type { CatalogFact } from './catalog-facts';
import type { TradingFact } from './trading-facts';

/** Who tells facts. Each source has one journal, one stream and one gapless sequence. */
export type FactSource = 'clob' | 'gamma';

export type Fact = TradingFact | CatalogFact;
export type FactType = Fact['type'];
export type FactOf<T extends FactType> = Extract<Fact, { type: T }>;

/** The facts that each source tells, so that a consumer's handler table can be checked for completeness. */
export interface FactsBySource {
  readonly clob: TradingFact;
  readonly gamma: CatalogFact;
}

/** One message: consecutive facts of one source. The fact at index i has the sequence firstSequence + i, but in a part. */
export interface FactMessage<F extends Fact = Fact> {
  readonly source: FactSource;
  readonly firstSequence: number;
  readonly facts: readonly F[];
  /** Of a message of which some facts were passed over when it was read: where the others stand in it. */
  readonly part?: MessagePart;
}

export interface MessagePart {
  /** Of each of the facts, ascending. */
  readonly sequences: readonly number[];
  /** Of the message's last fact, read or not. */
  readonly lastSequence: number;
}

/** JetStream names of a source, under a deployment's prefix (default "foretell"). */
export function factStream(prefix: string, source: FactSource): { readonly stream: string; readonly subject: string } {
  return {
    stream: `${prefix.toUpperCase().replaceAll('.', '_')}_FACTS_${source.toUpperCase()}`,
    subject: `${prefix}.facts.${source}`,
  };
}

/** A message holds at most so many facts and, past one fact, so many bytes. */
export const MESSAGE_FACTS_MAX = 256;
export const MESSAGE_BYTES_MAX = 512 * 1024;

/**
 * Whether a message is of the source. Each source tells facts of its own types only; a type that this version does not know is
 * the handler table's to refuse.
 */
export function isOf<S extends FactSource>(message: FactMessage, source: S): message is FactMessage<FactsBySource[S]> {
  return message.source === source;
}
