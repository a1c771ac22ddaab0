import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@foretell/contracts';
import type { NatsLink } from '@foretell/platform-nats';
import { JSONCodec, type Msg, type Subscription } from 'nats';
import type { Uncounted } from './limiter';

/** A message between replicas: admitted requests, or an operator's change of a limit. */
interface LimitMessage {
  readonly from: string;
  readonly admitted?: readonly (readonly [subject: string, rule: string, times: number])[];
  readonly changed?: true;
}

export interface ExchangeListener {
  admitted(subject: string, rule: string, times: number): void;
  changed(): void;
}

/** Maximum entries per message: about 100 kB, well below the server's maximum. */
const ADMITTED_MAX = 1_000;

const codec = JSONCodec<LimitMessage>();

/**
 * Shares admitted requests between the replicas of a service, on `{prefix}.limits.{service}`. Plain messages: a lost one permits
 * some excess, and without NATS each replica counts only its own requests.
 */
export class LimitExchange {
  private readonly logger = new Logger('Limits');
  private readonly self = randomUUID();
  private readonly closing = new AbortController();
  private readonly subject: string;
  private subscription: Subscription | null = null;

  constructor(
    private readonly link: NatsLink,
    service: ServiceName,
    private readonly listener: ExchangeListener,
  ) {
    this.subject = `${link.prefix}.limits.${service}`;
  }

  /** Subscribes once NATS is connected; the subscription survives reconnects. */
  start(): void {
    this.link.ready(this.closing.signal).then(
      (connection) => {
        this.subscription = connection.subscribe(this.subject, { callback: (error, message) => this.hear(error, message) });
      },
      () => undefined,
    );
  }

  stop(): void {
    this.closing.abort();
    this.subscription?.unsubscribe();
  }

  publishAdmitted(uncounted: readonly Uncounted[]): void {
    for (let start = 0; start < uncounted.length; start += ADMITTED_MAX) {
      const part = uncounted.slice(start, start + ADMITTED_MAX);
      this.publish({ from: this.self, admitted: part.map(({ subject, rule, times }) => [subject, rule, times]) });
    }
  }

  publishChanged(): void {
    this.publish({ from: this.self, changed: true });
  }

  private publish(content: LimitMessage): void {
    if (!this.link.isConnected) return;
    this.link.ready(this.closing.signal).then(
      (connection) => connection.publish(this.subject, codec.encode(content)),
      () => undefined,
    );
  }

  private hear(error: Error | null, message: Msg): void {
    if (error !== null) return;
    // A throw here would end the connection's reading of all messages.
    try {
      const content = codec.decode(message.data);
      if (content.from === this.self) return;
      for (const [subject, rule, times] of content.admitted ?? []) this.listener.admitted(subject, rule, times);
      if (content.changed === true) this.listener.changed();
    } catch (cause) {
      this.logger.warn({ msg: 'a message about limits cannot be read', err: cause });
    }
  }
}
