import { Logger } from '@nestjs/common';
import type { EventSource } from '@foretell/contracts';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import { EVENTS, eventsOf } from './event-batch';
import type { EventConsumer } from './event-consumer';

/**
 * Nest's transport strategy for events over JetStream: passes the batches of each consumer to the method under `@EventBatch` of
 * its source. It looks the handler up once, when the service starts. Nest is involved once per batch, never once per event; the
 * consumer determines order and size of a batch. The handler commits rows and checkpoint in one transaction. EventConsumer
 * defines what is acknowledged, retried or dead-lettered. Connect it by `app.connectMicroservice({ strategy })`: consumers start
 * when `prepared` settles. When the app closes they finish the batch in progress and stop. The start fails when a source has no
 * handler or two, or a handler has no consumer.
 */
export class EventServer extends Server implements CustomTransportStrategy {
  override readonly transportId = EVENTS;
  protected override readonly logger = new Logger('EventServer');
  private readonly handled: string[] = [];
  private isClosed = false;

  constructor(
    private readonly consumers: readonly (EventConsumer<'clob'> | EventConsumer<'gamma'>)[],
    private readonly prepared: Promise<void> = Promise.resolve(),
  ) {
    super();
  }

  override addHandler(...handler: Parameters<Server['addHandler']>): void {
    // Nest offers a handler without a transport to all of them; events use @EventBatch.
    if (handler[2] === true) this.handled.push(String(handler[0]));
    super.addHandler(...handler);
  }

  override listen(callback: (error?: unknown) => void): void {
    const faults = this.faults();
    if (faults.length > 0) return callback(new Error(`the consumers of events cannot start: ${faults.join('; ')}`));
    for (const consumer of this.consumers) consumer.handleBy(this.handlerOf(consumer.source));
    void this.prepared.then(() => {
      if (!this.isClosed) for (const consumer of this.consumers) consumer.start();
    });
    callback();
  }

  /** Finishes the batches in progress. */
  override async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
  }

  override on(): never {
    throw new Error('there are no events of the connection here: NatsLink logs what befalls it');
  }

  override unwrap(): never {
    throw new Error('the connection is NatsLink: inject it');
  }

  private handlerOf(source: EventSource): (batch: readonly unknown[], lineage: string | null) => Promise<void> {
    const handler: MessageHandler | null = this.getHandlerByPattern(eventsOf(source));
    return async (batch, lineage) => {
      const outcome: unknown = await handler?.(batch, lineage);
      await lastValueFrom(this.transformToObservable(outcome), { defaultValue: undefined });
    };
  }

  private faults(): string[] {
    const patterns = this.consumers.map(({ source }) => eventsOf(source));
    return [
      ...patterns.filter((pattern) => !this.handled.includes(pattern)).map((pattern) => `nothing handles ${pattern}`),
      ...this.handled.filter((name, at) => this.handled.indexOf(name) < at).map((name) => `${name} has two handlers`),
      ...this.handled.filter((name) => !patterns.includes(name)).map((name) => `nothing consumes ${name}`),
    ];
  }
}
