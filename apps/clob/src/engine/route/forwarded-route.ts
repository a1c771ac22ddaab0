import { pause, TRACEPARENT } from '@foretell/platform-server';
import { ErrorCode, headers, NatsError, type MsgHdrs } from 'nats';
import type { Submission } from '../submission';
import type { CommandConnection, CommandLink } from './command-link';
import { commandSubject, FROM_HEADER, NOT_AFTER_HEADER, REQUEST_HEADER, SIGNER_HEADER } from './command-server';
import { encodeCommands } from './command.codec';
import { timeForward } from './forward.metrics';
import { decodeReply, REPLIES, REPLY_VERSION_HEADER, type Reply } from './receipt.codec';
import type { Backlog } from '../writer-pace';
import { ForwardedBacklog } from './forwarded-backlog';
import { NoWriter, WriterBusy, WriterStopped, type Receipt, type WriterRoute } from './writer-route';

/** Longer than a take-over: a request waits for the next writer instead of failing. */
const FORWARD_MILLIS = 5_000;
/** Delay until the next attempt when there is no subscriber. */
const LOOK_AGAIN_MILLIS = 20;

/** A writer that replied within this time receives commands without a ping, and is not pinged while it processes them. */
const TRUSTED_MILLIS = 500;
/** Timeout of a ping. */
const PING_MILLIS = 500;
/** Consecutive unanswered pings after which a writer that has commands is considered lost. */
const UNHEARD_MAX = 3;
/** Maximum delay of a reply that a writer sent before it ended. */
const UNDER_WAY_MILLIS = 250;

/** Encoded commands of one signed request, with its id and trace. */
interface Asked {
  readonly bytes: Uint8Array;
  readonly traceparent?: string | undefined;
  readonly request?: string | undefined;
  readonly from?: string | undefined;
  readonly signer?: string | undefined;
}

/** A request without a reply yet. */
interface Sent {
  readonly epoch: number;
  readonly from: number;
  /** After it no reply can arrive. */
  overAt: number;
  lose(): void;
}

/** A writer's time, from its replies. */
interface WriterTime {
  readonly epoch: number;
  /**
   * Upper bound of the writer's elapsed time minus the local time: the reply carries a time before its arrival. So a deadline
   * in the writer's time is never later than the local one.
   */
  readonly lead: number;
}

interface ForwardOptions {
  readonly link: CommandLink;
  /** Whether NATS answers this process, not only whether it is connected. */
  isReached(): boolean;
  /** The last epoch that this process read from the record; null while unknown. */
  epoch(): number | null;
  readonly monotonic: () => number;
}

/**
 * The route to a writer in another process, by NATS request and reply. Commands are delivered at most once. Undelivered
 * commands are offered to the current writer until the deadline. After delivery, a missing reply means that the outcome is
 * unknown. Commands carry the deadline in the writer's time, so that none starts later, even if NATS delivers it late. A writer
 * whose time is unknown is pinged first.
 */
export class ForwardedRoute implements WriterRoute {
  private answeredAt = -Infinity;
  private readonly waiting: ForwardedBacklog;
  private readonly sent = new Set<Sent>();
  private watching: Promise<void> | null = null;
  private writerTime: WriterTime | null = null;
  /** Consecutive unanswered pings. */
  private unheard = 0;
  /** Concurrent callers share one ping. */
  private asking: { readonly epoch: number; readonly isHeard: Promise<boolean> } | null = null;

  constructor(private readonly options: ForwardOptions) {
    this.waiting = new ForwardedBacklog(options.monotonic);
  }

  async submitAll(submissions: readonly Submission[]): Promise<Receipt> {
    // No commands: only a ping.
    if (submissions.length === 0) return this.forward(NOTHING);
    const { traceparent, request, from, signer } = submissions[0] ?? {};
    const asked = { bytes: encodeCommands(submissions), traceparent, request, from, signer };
    return timeForward(() => this.forward(asked));
  }

  private async forward(asked: Asked): Promise<Receipt> {
    const end = this.options.monotonic() + FORWARD_MILLIS;
    for (let reply = await this.offer(asked, end); ; reply = await this.offer(asked, end)) {
      if (reply?.kind === 'receipt') return reply.receipt;
      if (reply?.kind === 'busy') throw new WriterBusy('too many commands are waiting');
      if (reply?.kind === 'unknown') throw this.lost(end);
      if (!this.options.isReached()) throw new NoWriter('NATS cannot be reached');
      if (this.options.monotonic() + LOOK_AGAIN_MILLIS > end) throw new NoWriter('there is no writer');
      await pause(LOOK_AGAIN_MILLIS);
    }
  }

  backlog(from?: string): Backlog {
    return this.waiting.of(from);
  }

  /** Milliseconds since a writer replied; Infinity when none ever did. */
  silenceMillis(): number {
    return this.options.monotonic() - this.answeredAt;
  }

  /** Null when the commands were not delivered. */
  private async offer(commands: Asked, end: number): Promise<Reply | null> {
    const { link } = this.options;
    const asked = this.options.epoch();
    // While disconnected, NATS buffers a request and sends it later: the outcome would be unknown.
    if (asked === null || !link.isConnected) return null;
    if (commands === NOTHING) return (await this.isHeard(asked)) ? HERE : null;
    const isTrusted = this.silenceMillis() < TRUSTED_MILLIS && this.writerTime?.epoch === asked;
    if (!isTrusted && !(await this.isHeard(asked))) return null;
    if (!link.isConnected) return null;
    try {
      const connection = await link.ready();
      if (this.options.monotonic() >= end) return null;
      const bytesBack = await this.request(connection, asked, commands, end);
      return bytesBack === null ? UNKNOWN : this.heard(bytesBack, asked, commands.from);
    } catch (error) {
      return isUnheard(error) ? null : UNKNOWN;
    }
  }

  /** The outcome of commands that may have been delivered is final once they can no longer start. */
  private lost(end: number): WriterStopped {
    const hasDeadline = this.writerTime !== null;
    const left = Math.max(0, end - this.options.monotonic());
    return new WriterStopped('the writer was lost while it had the commands', hasDeadline ? left : undefined);
  }

  /** Pings with an empty command list: a suspended or disconnected writer gets no commands whose outcome would be unknown. */
  private isHeard(epoch: number): Promise<boolean> {
    if (this.asking?.epoch === epoch) return this.asking.isHeard;
    const asking = { epoch, isHeard: this.ask(epoch) };
    this.asking = asking;
    return asking.isHeard.finally(() => {
      if (this.asking === asking) this.asking = null;
    });
  }

  private async ask(epoch: number): Promise<boolean> {
    const { link } = this.options;
    if (!link.isConnected) await pause(PING_MILLIS);
    if (!link.isConnected) return this.missed();
    try {
      const connection = await link.ready();
      const { data } = await connection.request(this.subject(epoch), NOTHING.bytes, { timeout: PING_MILLIS, headers: READABLE });
      this.heard(data, epoch);
      return true;
    } catch (error) {
      // Without a subscriber, the previous one may still reply: it shuts down in order, or a new epoch will show that it is
      // gone.
      return isUnheard(error) ? false : this.missed();
    }
  }

  private missed(): false {
    this.unheard += 1;
    return false;
  }

  private heard(bytes: Uint8Array, epoch: number, from = ''): Reply {
    const { reply, elapsedMillis, ...load } = decodeReply(bytes);
    this.answeredAt = this.options.monotonic();
    this.writerTime = { epoch, lead: elapsedMillis - this.answeredAt };
    this.unheard = 0;
    this.waiting.hear(from, load);
    return reply;
  }

  /** Null when the writer that received the commands is lost. */
  private request(connection: CommandConnection, epoch: number, asked: Asked, end: number): Promise<Uint8Array | null> {
    const from = this.options.monotonic();
    const lead = this.writerTime?.epoch === epoch ? this.writerTime.lead : null;
    const headers = headersOf(asked, lead === null ? null : Math.floor(end + lead));
    const reply = connection.request(this.subject(epoch), asked.bytes, { timeout: Math.max(1, end - from), headers });
    return new Promise((resolve, reject) => {
      const sent: Sent = { epoch, from, overAt: Infinity, lose: () => resolve(null) };
      this.sent.add(sent);
      this.watching ??= this.watch();
      reply.finally(() => this.sent.delete(sent)).then(({ data }) => resolve(data), reject);
    });
  }

  /** One loop for all requests: a timer for each would cost as much as its encoding. */
  private async watch(): Promise<void> {
    while (this.sent.size > 0) {
      await pause(LOOK_AGAIN_MILLIS);
      for (const sent of this.sent) {
        if (!this.isLost(sent)) continue;
        this.sent.delete(sent);
        sent.lose();
      }
    }
    this.watching = null;
  }

  /**
   * Whether no reply can arrive any more. After an epoch change the old writer cannot commit; a reply that it sent before
   * arrives within UNDER_WAY_MILLIS. A writer that does not answer pings is lost too.
   */
  private isLost(sent: Sent): boolean {
    const now = this.options.monotonic();
    if (now >= sent.overAt) return true;
    if (this.options.epoch() !== sent.epoch) {
      sent.overAt = Math.min(sent.overAt, now + UNDER_WAY_MILLIS);
      return false;
    }
    if (now - Math.max(sent.from, this.answeredAt) < TRUSTED_MILLIS) return false;
    if (this.unheard >= UNHEARD_MAX) return true;
    void this.isHeard(sent.epoch);
    return false;
  }

  private subject(epoch: number): string {
    return commandSubject(this.options.link.prefix, epoch);
  }
}

/** The reply to an empty command list: a ping. */
const HERE: Reply = { kind: 'receipt', receipt: { settled: [], commitNumber: 0 } };
const NOTHING: Asked = { bytes: encodeCommands([]) };
const READABLE = headersOf(NOTHING, null);
const UNKNOWN: Reply = { kind: 'unknown' };
const NO_RESPONDERS: string = ErrorCode.NoResponders;

/** Whether there was no subscriber, so that the request was not delivered. */
function isUnheard(error: unknown): boolean {
  return error instanceof NatsError && error.code === NO_RESPONDERS;
}

/** Headers: the newest reply version read here, trace, request, network, signer, and deadline in the writer's time. */
function headersOf({ traceparent, request, from, signer }: Asked, notAfter: number | null): MsgHdrs {
  const sent = headers();
  sent.set(REPLY_VERSION_HEADER, String(REPLIES.upTo(Infinity)));
  if (traceparent !== undefined) sent.set(TRACEPARENT, traceparent);
  if (request !== undefined) sent.set(REQUEST_HEADER, request);
  if (from !== undefined) sent.set(FROM_HEADER, from);
  if (signer !== undefined) sent.set(SIGNER_HEADER, signer);
  if (notAfter !== null) sent.set(NOT_AFTER_HEADER, String(notAfter));
  return sent;
}
