import type { ConsumerConfig, JetStreamManagerOptions, JetStreamOptions, JetStreamPublishOptions, MsgRequest } from 'nats';

/**
 * The NATS operations that events use, small enough for a simulated bus to implement. NatsLink is an EventLink, a
 * NatsConnection an EventConnection.
 */
export interface EventLink {
  readonly prefix: string;
  readonly settings: { readonly streamKeepMillis?: number; readonly jetStreamApi?: string };
  /** Whether the server answers now. */
  readonly isConnected: boolean;
  /** Grows with every connect: work begun under another number may have lost messages. */
  readonly generation: number;
  /** Moves to another server, when several exist: this one answers, but its streams do not. */
  leave(): void;
  /** Resolves to the connection once it is up. Rejects only when the link is closed or `signal` is aborted first. */
  ready(signal?: AbortSignal): Promise<EventConnection>;
}

export interface EventConnection {
  /** Server information: the maximum size of a message, in bytes. */
  readonly info?: { readonly max_payload: number } | undefined;
  jetstreamManager(options?: JetStreamManagerOptions): Promise<EventManager>;
  jetstream(options?: JetStreamOptions): EventClient;
}

export interface EventManager {
  readonly streams: {
    info(stream: string): Promise<StreamState>;
    /** With options, purges what lies before a stream sequence. */
    purge(stream: string, options?: { readonly seq: number }): Promise<unknown>;
    getMessage(stream: string, query: MsgRequest): Promise<StreamMessage>;
  };
  readonly consumers: {
    info(stream: string, durable: string): Promise<ConsumerState>;
    add(stream: string, config: Partial<ConsumerConfig>): Promise<ConsumerState>;
    delete(stream: string, durable: string): Promise<boolean>;
  };
}

export interface EventClient {
  publish(subject: string, payload: Uint8Array, options: Partial<JetStreamPublishOptions>): Promise<Published>;
  readonly consumers: { get(stream: string, durable: string): Promise<Pulling> };
}

/** A stream, as its server reports it. */
export interface StreamState {
  readonly created: string;
  readonly config: { readonly duplicate_window: number };
  readonly state: { readonly messages: number; readonly first_seq: number; readonly last_seq: number };
}

export interface StreamMessage {
  readonly header: { get(name: string): string };
  readonly data: Uint8Array;
  /** When the server stored it; a message without a time is never old. */
  readonly time?: Date;
}

/** A durable consumer, as its server reports it. */
export interface ConsumerState {
  readonly created: string;
  readonly num_waiting: number;
  /** The number of messages that were delivered and are not acknowledged. */
  readonly num_ack_pending: number;
}

export interface Published {
  readonly seq: number;
  readonly duplicate: boolean;
}

interface Pulling {
  consume(options: { max_messages: number; callback: (message: Delivered) => void }): Promise<Delivery>;
}

/** A message that was delivered and not yet acknowledged. */
export interface Delivered {
  /** The headers, as published. */
  readonly headers?: { get(name: string): string; values?(name: string): string[] } | undefined;
  readonly data: Uint8Array;
  ack(): void;
}

export interface Delivery {
  close(): Promise<unknown>;
}
