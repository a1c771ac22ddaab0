import { Logger } from '@nestjs/common';
import { pause, TRACEPARENT } from '@foretell/platform-server';
import type { Submission } from '../submission';
import type { CommandLink, CommandMessage, CommandSubscription } from './command-link';
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
  private subscription: CommandSubscription | null = null;

  constructor(
    private readonly link: CommandLink,
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
    const over = new AbortController();
    void Promise.resolve(drained).then(
      () => over.abort(),
      () => over.abort(),
    );
    await pause(DRAIN_MILLIS, over.signal);
    await Promise.allSettled(this.underWay);
  }

  private receive(error: Error | null, message: CommandMessage): void {
    if (error !== null) {
      this.logger.error({ msg: 'the subscription to commands failed', err: error });
      return;
    }
    const work = this.answer(message);
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  private async answer(message: CommandMessage): Promise<void> {
    const version = replyVersionOf(message.headers?.get(REPLY_VERSION_HEADER));
    const respond = (reply: Reply): boolean => message.respond(encodeReply({ reply, backlog: this.writer.backlog() }, version));
    const reply = await this.carryOut(message);
    try {
      respond(reply);
    } catch (cause) {
      this.logger.error({ msg: 'a reply to commands could not be sent', err: cause });
      // One that does not fit a message, say: whoever asked learns only that the outcome is unknown.
      attempt(() => respond({ kind: 'unknown' }));
    }
  }

  private async carryOut({ data, headers }: CommandMessage): Promise<Reply> {
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

/** A connection that has been closed takes nothing: whoever asked hears nothing, and knows what that means. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    return;
  }
}

/** As they were in the process that they come from. */
function traced([first, ...rest]: readonly Submission[], traceparent: string | undefined): readonly Submission[] {
  if (first === undefined) return [];
  return traceparent === undefined || traceparent === '' ? [first, ...rest] : [{ ...first, traceparent }, ...rest];
}
