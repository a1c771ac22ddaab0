import { Logger } from '@nestjs/common';
import { attempt, TRACEPARENT, within } from '@foretell/platform-server';
import type { Submission } from '../submission';
import type { CommandLink, CommandMessage, CommandSubscription } from './command-link';
import { decodeCommands, ROUTE_VERSION } from './command.codec';
import { encodeReply, REPLIES, REPLY_VERSION_HEADER, type Reply } from './receipt.codec';
import { NoWriter, WriterBusy, type ServedWriter } from './writer-route';

const DRAIN_MILLIS = 1_000;

/** Header of commands: the writer's elapsed milliseconds after which they must not start. Without it there is no deadline. */
export const NOT_AFTER_HEADER = 'Not-After';
/** Header of commands: the signed request to which all of them belong, when they have no identity of their own. */
export const REQUEST_HEADER = 'Signed-Request';
/** The network of the client that sent the commands. */
export const FROM_HEADER = 'Caller-Network';
/** The address whose key signed the orders. */
export const SIGNER_HEADER = 'Signer';

/**
 * The subject on which the writer of an epoch receives commands. It contains the epoch, so that a writer that was suspended
 * during a take-over never receives commands for its successor.
 */
export function commandSubject(prefix: string, epoch: number): string {
  return `${prefix}.clob.writer.v${ROUTE_VERSION}.${epoch}`;
}

/** Passes the commands of other replicas to this process's writer, and returns the receipts. */
export class CommandServer {
  private readonly logger = new Logger(CommandServer.name);
  private readonly closing = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private subscription: CommandSubscription | null = null;

  constructor(
    private readonly link: CommandLink,
    private readonly epoch: number,
    private readonly writer: ServedWriter,
  ) {}

  /** Subscribes as soon as NATS is connected; the subscription survives reconnects. */
  start(): void {
    this.link.ready(this.closing.signal).then(
      (connection) => {
        const subject = commandSubject(this.link.prefix, this.epoch);
        this.subscription = connection.subscribe(subject, { callback: (error, message) => this.receive(error, message) });
      },
      () => undefined,
    );
  }

  /** Stops receiving commands, and answers those received. */
  async stop(): Promise<void> {
    this.closing.abort();
    // Commands that the server has already sent are still received; otherwise they would be lost without a reply.
    const drained = this.link.isConnected ? this.subscription?.drain() : undefined;
    await within(DRAIN_MILLIS, Promise.resolve(drained));
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
    const version = REPLIES.upTo(Number(message.headers?.get(REPLY_VERSION_HEADER)));
    const from = message.headers?.get(FROM_HEADER) ?? '';
    const respond = (reply: Reply): boolean => {
      const elapsedMillis = Math.floor(this.writer.elapsedMillis());
      const newcomerMillis = this.writer.backlog('').workMillis;
      return message.respond(encodeReply({ reply, backlog: this.writer.backlog(from), newcomerMillis, elapsedMillis }, version));
    };
    const reply = await this.carryOut(message);
    try {
      respond(reply);
    } catch (cause) {
      this.logger.error({ msg: 'a reply to commands could not be sent', err: cause });
      // For example a reply too large for a message: the requester only receives `unknown`, as it does without a reply.
      attempt(() => respond({ kind: 'unknown' }));
    }
  }

  private async carryOut({ data, headers }: CommandMessage): Promise<Reply> {
    let submissions: readonly Submission[];
    let notAfter: number;
    try {
      notAfter = notAfterOf(headers?.get(NOT_AFTER_HEADER));
      submissions = described(decodeCommands(data), headers);
    } catch (cause) {
      this.logger.error({ msg: 'commands could not be read', err: cause });
      return { kind: 'away' };
    }
    try {
      return { kind: 'receipt', receipt: await this.writer.submitAll(submissions, notAfter) };
    } catch (error) {
      if (error instanceof WriterBusy) return { kind: 'busy' };
      return { kind: error instanceof NoWriter ? 'away' : 'unknown' };
    }
  }
}

/** A ping has none. */
function notAfterOf(header: string | undefined): number {
  if (header === undefined || header === '') return Infinity;
  const notAfter = Number(header);
  if (!Number.isFinite(notAfter)) throw new Error(`${NOT_AFTER_HEADER} is no number of milliseconds`);
  return notAfter;
}

/**
 * The commands as in the process that sent them. Field by field, because there are thousands of these: a spread costs as much as
 * matching the command. Commands without a network share one turn.
 */
function described(submissions: readonly Submission[], headers: CommandMessage['headers']): readonly Submission[] {
  const names = [FROM_HEADER, REQUEST_HEADER, SIGNER_HEADER, TRACEPARENT];
  const [from, request, signer, first] = names.map((name) => headers?.get(name) || undefined);
  return submissions.map(({ command, attachment }, index) => {
    const traceparent = index === 0 ? first : undefined;
    return { command, attachment, from, traceparent, request, signer };
  });
}
