import type { MsgHdrs } from 'nats';

/** What commands between replicas need of NATS, and no more: so small that a simulated network can be one. NatsLink is one. */
export interface CommandLink {
  readonly prefix: string;
  /** Whether the server answers now. */
  readonly isConnected: boolean;
  /** Rejects only when the link is closed or `signal` is aborted first. */
  ready(signal?: AbortSignal): Promise<CommandConnection>;
}

export interface CommandConnection {
  /** Rejects with NatsError: NoResponders when nobody listened, so that nobody was told anything. */
  request(
    subject: string,
    data: Uint8Array,
    options: { readonly timeout: number; readonly headers: MsgHdrs },
  ): Promise<{ readonly data: Uint8Array }>;
  subscribe(subject: string, options: { callback(error: Error | null, message: CommandMessage): void }): CommandSubscription;
}

/** A request as it is heard. */
export interface CommandMessage {
  readonly data: Uint8Array;
  readonly headers?: { get(name: string): string } | undefined;
  respond(data: Uint8Array): boolean;
}

export interface CommandSubscription {
  /** Hears nothing new, and still what the server has sent. */
  drain(): Promise<void>;
}
