import { pause } from '@foretell/platform-server';
import { ErrorCode, NatsError } from 'nats';
import type { CommandConnection, CommandLink, CommandMessage } from '../engine/route/command-link';
import { NOT_AFTER_HEADER } from '../engine/route/command-server';
import { decodeCommands } from '../engine/route/command.codec';
import { decodeReply, encodeReply } from '../engine/route/receipt.codec';
import type { Submission } from '../engine/submission';
import { ensure } from './reference-state';
import type { Network } from './network';
import type { Random } from './random';
import type { Run } from './running';
import { PREFIX } from './simulated-bus';
import type { ServerConnections } from './server-connections';

const LOOK_MILLIS = 50;
const LATE_MILLIS = 6_000;
/** Usually past the deadline of the commands. */
const DELAYED_MILLIS = [3_000, 12_000] as const;
const NOTICED_MILLIS = 4_000;
/** Share of replies that arrive twice. */
const DOUBLED = 0.02;

/** A subscriber. It has one connection, so messages arrive in the order in which they were sent. */
interface Listener {
  readonly owner: Run;
  readonly callback: (error: null, message: CommandMessage) => void;
  arrivesAt: number;
}

interface Asked {
  readonly owner: Run;
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: CommandMessage['headers'];
  readonly answered: (data: Uint8Array) => void;
  readonly unheard: () => void;
}

/** Commands that a process has sent. */
interface Handed {
  readonly key: string;
  /** Counts all requests. */
  readonly number: number;
  /** Number of the newest request when a caller received `unknown` for these commands. */
  givenUpAt: number;
  /** A request with the same commands was given up, possibly this one. */
  isDoubtful: boolean;
}

/** Mutations switch these off to test that a simulation detects it. */
export interface CommandDuties {
  /** A request without a reply in time is rejected. */
  readonly endsInTime: boolean;
  /** A timeout is not reported as "no responders". */
  readonly reportsTimeout: boolean;
  /** Outcomes are in the order of the commands. */
  readonly keepsOrder: boolean;
  /** Commands carry their deadline. */
  readonly carriesDeadline: boolean;
  /** Share of commands that arrive many seconds late, in addition to the faults: some mutations need many. */
  readonly delayed: number;
}
export const ALL_COMMAND_DUTIES: CommandDuties = {
  endsInTime: true,
  reportsTimeout: true,
  keepsOrder: true,
  carriesDeadline: true,
  delayed: 0,
};

export interface CommandWatch {
  guarded(check: () => void): void;
  /** Whether the process is about to end: only then may its writer answer `unknown`. */
  isEnding(run: Run): boolean;
}

/**
 * Request and reply over the bus: both get lost and arrive late, replies arrive twice, listeners end without notice.
 */
export class SimulatedCommands {
  /** Share of requests that arrive many seconds late. They are not lost. */
  delayed = 0;
  private readonly listeners = new Map<string, Listener>();
  /** By process: commands that were sent and have no reply yet. */
  private readonly open = new Map<Run, Handed[]>();
  private handedCount = 0;

  constructor(
    private readonly network: Network,
    private readonly connections: ServerConnections,
    private readonly random: Random,
    private readonly watch: CommandWatch,
    private readonly duties: CommandDuties,
  ) {}

  link(owner: Run): CommandLink {
    const { connections } = this;
    return {
      prefix: PREFIX,
      get isConnected() {
        return connections.isConnected(owner);
      },
      ready: async (signal) => {
        while (!connections.isConnected(owner)) {
          await pause(LOOK_MILLIS, signal);
          if (signal?.aborted === true) throw new Error('the wait for NATS was ended');
        }
        return this.connection(owner);
      },
    };
  }

  /** Whether the outcome of these commands of the process is unknown. Call once, when it answers `unknown`. */
  isUnknown(owner: Run, submissions: readonly Submission[]): boolean {
    const key = keyOf(submissions);
    const same = (this.open.get(owner) ?? []).filter((each) => each.key === key);
    const oldest = same.find(({ isDoubtful }) => !isDoubtful) ?? same[0];
    if (oldest === undefined) return false;
    oldest.givenUpAt = this.handedCount;
    return this.closed(owner, oldest);
  }

  /** How many requests with these commands the process has sent that have no reply. */
  openCount(owner: Run, submissions: readonly Submission[]): number {
    const key = keyOf(submissions);
    return (this.open.get(owner) ?? []).filter((each) => each.key === key && !each.isDoubtful).length;
  }

  private connection(owner: Run): CommandConnection {
    return {
      request: (subject, data, { timeout, headers }) =>
        new Promise((resolve, reject) => {
          const { scheduler } = this.network;
          let isOver = false;
          const once = (settle: () => void): void => {
            if (isOver) return;
            isOver = true;
            settle();
          };
          const { endsInTime, reportsTimeout, keepsOrder } = this.duties;
          const silence = reportsTimeout ? ErrorCode.Timeout : ErrorCode.NoResponders;
          if (endsInTime) scheduler.plan(timeout, owner, () => once(() => reject(new NatsError('TIMEOUT', silence))));
          this.handedCount += 1;
          const request: Handed = { key: keyOf(decodeCommands(data)), number: this.handedCount, givenUpAt: 0, isDoubtful: false };
          this.open.set(owner, [...(this.open.get(owner) ?? []), request]);
          const heard = (settle: () => void): void =>
            once(() => {
              this.heard(owner, request);
              settle();
            });
          const replied = (bytes: Uint8Array): void => {
            const isLost = decodeReply(bytes).reply.kind === 'unknown';
            (isLost ? once : heard)(() => resolve({ data: keepsOrder ? bytes : turned(bytes) }));
          };
          const unheard = (): void => heard(() => reject(new NatsError('503', ErrorCode.NoResponders)));
          const carried = this.duties.carriesDeadline ? headers : withoutDeadline(headers);
          this.send({ owner, subject, data, headers: carried, answered: replied, unheard });
        }),
      subscribe: (subject, options) => {
        const callback: Listener['callback'] = (error, message) => options.callback(error, message);
        const listener: Listener = { owner, callback, arrivesAt: 0 };
        this.network.scheduler.after(this.network.delay(), () => this.listen(subject, listener));
        return { drain: () => this.drain(subject, listener) };
      },
    };
  }

  private send(asked: Asked): void {
    const { network, connections, random } = this;
    const { scheduler, faults } = network;
    const arrive = (): void => void scheduler.after(network.delay(), () => network.isUp && this.deliver(asked));
    if (connections.isCut(asked.owner)) {
      if (random.chance(0.5)) connections.hold(asked.owner, arrive);
      return;
    }
    if (!network.isUp || random.chance(faults.refused)) return;
    if (random.chance(Math.max(this.delayed, this.duties.delayed))) scheduler.after(random.between(...DELAYED_MILLIS), arrive);
    else if (random.chance(faults.late)) scheduler.after(random.between(0, LATE_MILLIS), arrive);
    else arrive();
  }

  private deliver(asked: Asked): void {
    const { network, connections } = this;
    const { scheduler } = network;
    const listener = this.listeners.get(asked.subject);
    if (listener === undefined) return this.reply(asked.owner, asked.unheard);
    const hear = (): void => {
      listener.arrivesAt = Math.max(listener.arrivesAt, scheduler.now + network.delay());
      scheduler.plan(listener.arrivesAt - scheduler.now, listener.owner, () =>
        listener.callback(null, {
          data: asked.data,
          headers: asked.headers,
          respond: (data) => this.respond(listener.owner, asked, data),
        }),
      );
    };
    if (connections.isCut(listener.owner)) connections.hold(listener.owner, hear);
    else hear();
  }

  private respond(from: Run, { owner, answered }: Asked, data: Uint8Array): true {
    const { connections, random, network } = this;
    this.watch.guarded(() =>
      ensure(
        decodeReply(data).reply.kind !== 'unknown' || this.watch.isEnding(from),
        'a running writer replied that the outcome is unknown',
      ),
    );
    const send = (): void => {
      if (random.chance(network.faults.answerLost)) return;
      this.reply(owner, () => answered(data));
      if (random.chance(DOUBLED)) this.reply(owner, () => answered(data));
    };
    if (connections.isCut(from)) connections.hold(from, send);
    else send();
    return true;
  }

  /** From the server to the requester. */
  private reply(to: Run, arrive: () => void): void {
    const { network, connections } = this;
    network.scheduler.plan(network.delay(), to, () => {
      if (connections.isCut(to)) connections.hold(to, () => void network.scheduler.plan(0, to, arrive));
      else if (network.isUp) arrive();
    });
  }

  /**
   * The server removes a subscription when the connection of an ended process closes: at once, or later if its machine is gone.
   */
  private listen(subject: string, listener: Listener): void {
    this.listeners.set(subject, listener);
    const noticed = this.random.chance(0.7) ? this.network.delay() : this.random.between(0, NOTICED_MILLIS);
    listener.owner.onEnd(() => this.network.scheduler.after(noticed, () => this.unlisten(subject, listener)));
  }

  private unlisten(subject: string, listener: Listener): void {
    if (this.listeners.get(subject) === listener) this.listeners.delete(subject);
  }

  /** Resolves after the delivery of everything that was sent before. */
  private drain(subject: string, listener: Listener): Promise<void> {
    const { network, connections } = this;
    const { scheduler } = network;
    return new Promise((resolve) => {
      scheduler.after(network.delay(), () => {
        if (!network.isUp || connections.isCut(listener.owner)) return;
        this.unlisten(subject, listener);
        const at = Math.max(listener.arrivesAt, scheduler.now + network.delay());
        scheduler.plan(at - scheduler.now, listener.owner, resolve);
      });
    });
  }

  /** Ends a request that has its reply. An equal, earlier request may have been given up in its place. */
  private heard(owner: Run, request: Handed): void {
    if (this.closed(owner, request)) return;
    const { key, givenUpAt } = request;
    const isOther = (each: Handed): boolean => each.key === key && each.number <= givenUpAt && !each.isDoubtful;
    const other = this.open.get(owner)?.find(isOther);
    if (other !== undefined) other.isDoubtful = true;
  }

  /** Removes an open request. @returns whether it was open */
  private closed(owner: Run, request: Handed): boolean {
    const open = this.open.get(owner) ?? [];
    const at = open.indexOf(request);
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  }
}

function withoutDeadline(headers: NonNullable<CommandMessage['headers']>): CommandMessage['headers'] {
  return { get: (name) => (name === NOT_AFTER_HEADER ? '' : headers.get(name)) };
}

/** Reverses the outcomes of a reply. */
function turned(bytes: Uint8Array): Uint8Array {
  const { reply, ...load } = decodeReply(bytes);
  if (reply.kind !== 'receipt') return bytes;
  const { settled, commitNumber } = reply.receipt;
  return encodeReply({ reply: { kind: 'receipt', receipt: { settled: [...settled].reverse(), commitNumber } }, ...load });
}

/** Equal for two requests with the same commands. */
export function keyOf(submissions: readonly Submission[]): string {
  return JSON.stringify(
    submissions.map(({ command, attachment }) => [
      command.type,
      'orderId' in command ? command.orderId : 'wallet' in command ? command.wallet : null,
      attachment?.kind === 'ledger' ? attachment.reference : null,
    ]),
  );
}
