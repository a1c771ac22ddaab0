import { Logger, type INestApplication } from '@nestjs/common';
import { ServerNats, type MessageHandler, type MicroserviceOptions } from '@nestjs/microservices';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { reasonOf } from './logger';
import { NatsLink } from './nats-link';
import { pause } from './pause';

/** A command that hangs must not keep a surface from shutting down. */
const GRACE_MS = 5000;

/**
 * Serves the controllers' `@MessagePattern('ops.{surface}.…')` on `{prefix}.ops.{surface}.…` over the surface's NatsLink, one of its
 * processes answering each command (queue group per surface). Does not wait for NATS: commands are served as soon as it
 * is there. Call it before `app.listen`. NatsModule must be imported. Source: decisions, Operations.
 */
export async function connectOps(app: INestApplication, surface: string): Promise<void> {
  app.connectMicroservice<MicroserviceOptions>(
    { strategy: new OpsServer(app.get(NatsLink), surface) },
    { inheritAppConfig: false },
  );
  await app.startAllMicroservices();
}

/** Nest's NATS server on a connection that is not its own, under the deployment's prefix. */
class OpsServer extends ServerNats {
  private readonly opsLogger = new Logger('OpsServer');
  private readonly closing = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly open: Subscription[] = [];

  constructor(
    private readonly link: NatsLink,
    private readonly surface: string,
  ) {
    super({});
  }

  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler?: boolean,
    extras?: Record<string, unknown>,
  ): void {
    super.addHandler(`${this.link.prefix}.${this.normalizePattern(String(pattern))}`, callback, isEventHandler, extras);
  }

  override async listen(callback: (error?: unknown) => void): Promise<void> {
    this.link.ready(this.closing.signal).then(
      (connection) => this.bindEvents(connection),
      () => undefined,
    );
    callback();
  }

  /** Subscriptions outlive reconnects of the connection. */
  override bindEvents(connection: NatsConnection): void {
    const queue = `${this.link.prefix}.ops.${this.surface}`;
    for (const subject of this.messageHandlers.keys()) {
      this.open.push(
        connection.subscribe(subject, { queue, callback: (error, message) => this.receive(subject, error, message) }),
      );
    }
  }

  /** Takes no more commands and waits a while for those under way; the connection is the link's to close. */
  override async close(): Promise<void> {
    this.closing.abort();
    for (const subscription of this.open) subscription.unsubscribe();
    const finished = new AbortController();
    void Promise.allSettled(this.underWay).then(() => finished.abort());
    await pause(GRACE_MS, finished.signal);
  }

  private receive(subject: string, error: Error | null, message: Msg): void {
    if (error !== null) {
      this.opsLogger.error({ msg: `the subscription to ${subject} failed: ${error.message}` });
      return;
    }
    const work = this.answer(subject, message);
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  /** A request that is not one (no JSON) is logged, never fatal. */
  private async answer(subject: string, message: Msg): Promise<void> {
    try {
      await this.handleMessage(subject, message);
    } catch (error) {
      this.opsLogger.error({ msg: `a request on ${subject} could not be handled: ${reasonOf(error)}` });
    }
  }
}
