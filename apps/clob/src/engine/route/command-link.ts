import type { MsgHdrs } from 'nats';

/**
 * The part of NATS that commands between replicas need, small enough for a simulated network to implement. NatsLink implements
 * it.
 */
export interface CommandLink {
  readonly prefix: string;
  /** Whether the server currently answers. */
  readonly isConnected: boolean;
  /** Rejects only when the link is closed or `signal` is aborted first. */
  ready(signal?: AbortSignal): Promise<CommandConnection>;
}

export interface CommandConnection {
  /** Rejects with NatsError: NoResponders when there was no subscriber, so the request was not delivered. */
  request(
    subject: string,
    data: Uint8Array,
    options: { readonly timeout: number; readonly headers: MsgHdrs },
  ): Promise<{ readonly data: Uint8Array }>;
  subscribe(subject: string, options: { callback(error: Error | null, message: CommandMessage): void }): CommandSubscription;
}

/** A received request. */
export interface CommandMessage {
  readonly data: Uint8Array;
  readonly headers?: { get(name: string): string } | undefined;
  respond(data: Uint8Array): boolean;
}

export interface CommandSubscription {
  /** Receives nothing new, and still delivers what the server has sent. */
  drain(): Promise<void>;
}
