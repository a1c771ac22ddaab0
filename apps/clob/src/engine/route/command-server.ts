import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { NatsLink } from '@foretell/platform-nats';
import { TRACEPARENT } from '@foretell/platform-server';
import type { Msg, Subscription } from 'nats';
import type { Submission } from '../submission';
import { decodeCommands, ROUTE_VERSION } from './command.codec';
import { encodeReply, REPLY_VERSION_HEADER, replyVersionOf, type Reply } from './receipt.codec';
import { NoWriter, WriterBusy, type WriterRoute } from './writer-route';

const DRAIN_MILLIS = 1_000;

/**
 * Where the writer of an epoch hears commands. The epoch is in the subject, so that one who was asleep while another took over
 * never hears what is meant for the other.
 */
export function commandSubject(prefix: string, epoch: number): string {
  return `${prefix}.clob.writer.v${ROUTE_VERSION}.${epoch}`;
}

/** Hands the commands of other replicas to the writer of this process, and the receipts back. */
export class CommandServer {
  private readonly logger = new Logger(CommandServer.name);
  private readonly closing = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private subscription: Subscription | null = null;

  constructor(
    private readonly link: NatsLink,
    private readonly epoch: number,
    private readonly writer: WriterRoute,
  ) {}

  /** Listens as soon as NATS is there; the subscription outlives reconnects. */
  start(): void {
    this.link.ready(this.closing.signal).then(
      (connection) => {
        const subject = commandSubject(this.link.prefix, this.epoch);
        this.subscription = connection.subscribe(subject, { callback: (error, message) => this.receive(error, message) });
      },
      () => undefined,
    );
  }

  /** Hears no more commands, and answers those that it has. */
  async stop(): Promise<void> {
    this.closing.abort();
    // What the server has sent already is heard still; it would be lost without a word otherwise.
    const drained = this.link.isConnected ? this.subscription?.drain() : undefined;
    await Promise.race([drained?.catch(() => undefined), delay(DRAIN_MILLIS, undefined, { ref: false })]);
    await Promise.allSettled(this.underWay);
  }

  private receive(error: Error | null, message: Msg): void {
    if (error !== null) {
      this.logger.error({ msg: 'the subscription to commands failed', err: error });
      return;
    }
    const work = this.answer(message);
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  private async answer(message: Msg): Promise<void> {
    const version = replyVersionOf(message.headers?.get(REPLY_VERSION_HEADER));
    try {
      const reply = await this.carryOut(message);
      message.respond(encodeReply({ reply, backlog: this.writer.backlog() }, version));
    } catch (cause) {
      // A reply that does not fit a message, say: whoever asked learns only that the outcome is unknown.
      this.logger.error({ msg: 'a reply to commands could not be sent', err: cause });
      message.respond(encodeReply({ reply: { kind: 'unknown' }, backlog: this.writer.backlog() }, version));
    }
  }

  private async carryOut({ data, headers }: Msg): Promise<Reply> {
    let submissions: readonly Submission[];
    try {
      submissions = traced(decodeCommands(data), headers?.get(TRACEPARENT));
    } catch (cause) {
      this.logger.error({ msg: 'commands could not be read', err: cause });
      return { kind: 'away' };
    }
    try {
      return { kind: 'receipt', receipt: await this.writer.submitAll(submissions) };
    } catch (error) {
      if (error instanceof WriterBusy) return { kind: 'busy' };
      return { kind: error instanceof NoWriter ? 'away' : 'unknown' };
    }
  }
}

/** As they were in the process that they come from. */
function traced([first, ...rest]: readonly Submission[], traceparent: string | undefined): readonly Submission[] {
  if (first === undefined) return [];
  return traceparent === undefined || traceparent === '' ? [first, ...rest] : [{ ...first, traceparent }, ...rest];
}
