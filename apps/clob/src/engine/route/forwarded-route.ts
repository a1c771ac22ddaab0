import { setTimeout as delay } from 'node:timers/promises';
import type { NatsLink } from '@foretell/platform-nats';
import { TRACEPARENT } from '@foretell/platform-server';
import { ErrorCode, headers, NatsError, type MsgHdrs, type NatsConnection } from 'nats';
import type { Submission } from '../submission';
import { commandSubject } from './command-server';
import { encodeCommands } from './command.codec';
import { timeForward } from './forward.metrics';
import { decodeReply, REPLY_VERSION, REPLY_VERSION_HEADER, type Reply } from './receipt.codec';
import { NOTHING_WAITS, type Backlog } from '../writer-pace';
import { NoWriter, WriterBusy, WriterStopped, type Receipt, type WriterRoute } from './writer-route';

/** Longer than a take-over: meanwhile a request waits for the next writer instead of failing. */
const FORWARD_MILLIS = 5_000;
/** Nobody listens yet: so long until the next attempt. */
const LOOK_AGAIN_MILLIS = 20;

/** A writer that answered within it is given commands without being asked whether it is there. */
const TRUSTED_MILLIS = 500;
/** How long such a question waits. */
const PING_MILLIS = 500;
/** A reply of a writer that has ended may take so long to arrive. */
const UNDER_WAY_MILLIS = 250;
/** What the writer told longer ago says nothing of now. */
const TELLING_MILLIS = 500;

/** Commands as they travel, and the trace that they are a part of. */
interface Asked {
  readonly bytes: Uint8Array;
  readonly traceparent: string | undefined;
}

interface ForwardOptions {
  readonly link: NatsLink;
  /** The epoch of the record, as far as this process has followed it; null while it does not know. */
  epoch(): number | null;
  readonly monotonic: () => number;
}

/**
 * The way to a writer in another process, by request and reply over NATS. Commands are handed over once: as long as nobody heard
 * them they are offered to whoever writes, within the deadline; once somebody did, no reply means that the outcome is unknown.
 */
export class ForwardedRoute implements WriterRoute {
  private answeredAt = -Infinity;
  private told: Backlog = NOTHING_WAITS;

  constructor(private readonly options: ForwardOptions) {}

  async submitAll(submissions: readonly Submission[]): Promise<Receipt> {
    // None: it is only asked whether a writer is there.
    if (submissions.length === 0) return this.forward(NOTHING);
    const commands = { bytes: encodeCommands(submissions), traceparent: submissions[0]?.traceparent };
    return timeForward(() => this.forward(commands));
  }

  private async forward(asked: Asked): Promise<Receipt> {
    const end = this.options.monotonic() + FORWARD_MILLIS;
    for (let reply = await this.offer(asked, end); ; reply = await this.offer(asked, end)) {
      if (reply?.kind === 'receipt') return reply.receipt;
      if (reply?.kind === 'busy') throw new WriterBusy('too many commands are waiting');
      if (reply?.kind === 'unknown') throw new WriterStopped('the writer was lost while it had the commands');
      if (this.options.monotonic() + LOOK_AGAIN_MILLIS > end) throw new NoWriter('nobody writes');
      await delay(LOOK_AGAIN_MILLIS);
    }
  }

  /** As the writer told with its last reply, less what it has done since; a queue that did not move does not move yet. */
  backlog(): Backlog {
    const elapsed = this.silenceMillis();
    if (elapsed > TELLING_MILLIS) return NOTHING_WAITS;
    const { workMillis, ageMillis } = this.told;
    return { workMillis: Math.max(0, workMillis - elapsed), ageMillis };
  }

  /** Milliseconds since a writer answered; Infinity when none ever did. */
  silenceMillis(): number {
    return this.options.monotonic() - this.answeredAt;
  }

  /** Null when nobody heard it. */
  private async offer(commands: Asked, end: number): Promise<Reply | null> {
    const { link } = this.options;
    const asked = this.options.epoch();
    // What is published while the connection is away is kept and sent later: then nobody could say that nothing was done.
    if (asked === null || !link.isConnected) return null;
    const isHeard = this.silenceMillis() < TRUSTED_MILLIS || commands === NOTHING || (await this.isHeard(asked, end));
    if (!isHeard) return null;
    try {
      const bytesBack = await this.request(await link.ready(), asked, commands, end);
      if (bytesBack === null) return UNKNOWN;
      return this.heard(bytesBack);
    } catch (error) {
      return error instanceof NatsError && error.code === NO_RESPONDERS ? null : UNKNOWN;
    }
  }

  /** By commands that do nothing: who is asleep or cut off is not given what nobody could account for then. */
  private async isHeard(epoch: number, end: number): Promise<boolean> {
    const soon = Math.min(end, this.options.monotonic() + PING_MILLIS);
    const connection = await this.options.link.ready();
    const answer = await this.request(connection, epoch, NOTHING, soon).catch(() => null);
    if (answer === null) return false;
    this.heard(answer);
    return true;
  }

  private heard(bytes: Uint8Array): Reply {
    const { reply, backlog } = decodeReply(bytes);
    this.answeredAt = this.options.monotonic();
    this.told = backlog;
    return reply;
  }

  /**
   * Null when another epoch begins meanwhile: the writer of this one can commit nothing more, so there is no use in waiting for
   * it longer than a reply is under way that it gave before it gave up its lease.
   */
  private request(
    connection: NatsConnection,
    epoch: number,
    { bytes, traceparent }: Asked,
    end: number,
  ): Promise<Uint8Array | null> {
    const timeout = Math.max(1, end - this.options.monotonic());
    const subject = commandSubject(this.options.link.prefix, epoch);
    const asked = connection.request(subject, bytes, {
      timeout,
      headers: traceparent === undefined ? READABLE : headersOf(traceparent),
    });
    return new Promise((resolve, reject) => {
      let overAt = Infinity;
      const watch = setInterval(() => {
        const now = this.options.monotonic();
        if (this.options.epoch() !== epoch) overAt = Math.min(overAt, now + UNDER_WAY_MILLIS);
        if (now >= overAt) resolve(null);
      }, LOOK_AGAIN_MILLIS);
      asked.then(({ data }) => resolve(data), reject).finally(() => clearInterval(watch));
    });
  }
}

const READABLE = headersOf(undefined);
const NOTHING: Asked = { bytes: encodeCommands([]), traceparent: undefined };
const UNKNOWN: Reply = { kind: 'unknown' };
const NO_RESPONDERS: string = ErrorCode.NoResponders;

/** Which replies can be read here, and what trace the commands are a part of. */
function headersOf(traceparent: string | undefined): MsgHdrs {
  const told = headers();
  told.set(REPLY_VERSION_HEADER, String(REPLY_VERSION));
  if (traceparent !== undefined) told.set(TRACEPARENT, traceparent);
  return told;
}
