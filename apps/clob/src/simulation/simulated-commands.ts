import { pause } from '@foretell/platform-server';
import { ErrorCode, NatsError } from 'nats';
import type { CommandConnection, CommandLink, CommandMessage } from '../engine/route/command-link';
import { NOT_AFTER_HEADER } from '../engine/route/command-server';
import { decodeCommands } from '../engine/route/command.codec';
import { decodeReply, encodeReply } from '../engine/route/receipt.codec';
import type { Submission } from '../engine/submission';
import { ensure } from './books-of-truth';
import type { Network } from './network';
import type { Random } from './random';
import type { Run } from './running';
import { PREFIX } from './simulated-bus';
import type { Wires } from './wires';

const LOOK_MILLIS = 50;
const LATE_MILLIS = 6_000;
/** Past the deadline of what travels, mostly. */
const DELAYED_MILLIS = [3_000, 12_000] as const;
const NOTICED_MILLIS = 4_000;
/** How often a reply comes twice. */
const DOUBLED = 0.02;

/** Who hears a subject; over one connection, so that messages arrive in the order in which they were sent. */
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

/** Commands that a process has given to somebody. */
interface Handed {
  readonly key: string;
  /** Of all requests. */
  readonly number: number;
  /** The newest request when a caller was told that the outcome of these is unknown. */
  givenUpAt: number;
  /** Another request for the same was given up, and this one may have been meant. */
  isDoubtful: boolean;
}

/** Switched off to see whether a simulation would notice. */
export interface CommandDuties {
  /** Who waits for a reply hears when it has not come in time. */
  readonly endsInTime: boolean;
  /** Silence is not told as if nobody had heard. */
  readonly tellsSilence: boolean;
  /** The outcomes of a request come in the order of its commands. */
  readonly keepsOrder: boolean;
  /** Commands say by when they must begin. */
  readonly carriesDeadline: boolean;
  /** How often commands arrive many seconds late besides what the faults say: what is tried out may be rare otherwise. */
  readonly delayed: number;
}
const ALL_COMMAND_DUTIES: CommandDuties = {
  endsInTime: true,
  tellsSilence: true,
  keepsOrder: true,
  carriesDeadline: true,
  delayed: 0,
};

export interface CommandWatch {
  guarded(check: () => void): void;
  /** Whether the process is about to end: then, and only then, its writer knows of no outcome. */
  isEnding(run: Run): boolean;
}

/**
 * Plain request and reply over the bus: requests and replies get lost and come late, replies come twice, listeners die unheard.
 */
export class SimulatedCommands {
  /** How often a request arrives many seconds late; nothing is lost by it. */
  delayed = 0;
  private readonly listeners = new Map<string, Listener>();
  private readonly duties: CommandDuties;
  /** Commands of a process that somebody may have, and whose reply it does not have. */
  private readonly open = new Map<Run, Handed[]>();
  private handedCount = 0;

  constructor(
    private readonly network: Network,
    private readonly wires: Wires,
    private readonly random: Random,
    private readonly watch: CommandWatch,
    duties: Partial<CommandDuties> = {},
  ) {
    this.duties = { ...ALL_COMMAND_DUTIES, ...duties };
  }

  link(owner: Run): CommandLink {
    const { wires } = this;
    return {
      prefix: PREFIX,
      get isConnected() {
        return wires.isConnected(owner);
      },
      ready: async (signal) => {
        while (!wires.isConnected(owner)) {
          await pause(LOOK_MILLIS, signal);
          if (signal?.aborted === true) throw new Error('the wait for NATS was ended');
        }
        return this.connection(owner);
      },
    };
  }

  /** Whether nobody can know what became of these commands of the process; to be asked once, as it says so. */
  isUnknown(owner: Run, submissions: readonly Submission[]): boolean {
    const key = keyOf(submissions);
    const same = (this.open.get(owner) ?? []).filter((each) => each.key === key);
    const oldest = same.find(({ isDoubtful }) => !isDoubtful) ?? same[0];
    if (oldest === undefined) return false;
    oldest.givenUpAt = this.handedCount;
    return this.closed(owner, oldest);
  }

  /** How often the process has given these commands to somebody and knows nothing of them. */
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
          const { endsInTime, tellsSilence, keepsOrder } = this.duties;
          const silence = tellsSilence ? ErrorCode.Timeout : ErrorCode.NoResponders;
          if (endsInTime) scheduler.plan(timeout, owner, () => once(() => reject(new NatsError('TIMEOUT', silence))));
          this.handedCount += 1;
          const request: Handed = { key: keyOf(decodeCommands(data)), number: this.handedCount, givenUpAt: 0, isDoubtful: false };
          this.open.set(owner, [...(this.open.get(owner) ?? []), request]);
          const heard = (settle: () => void): void =>
            once(() => {
              this.heard(owner, request);
              settle();
            });
          const told = (bytes: Uint8Array): void => {
            const isLost = decodeReply(bytes).reply.kind === 'unknown';
            (isLost ? once : heard)(() => resolve({ data: keepsOrder ? bytes : turned(bytes) }));
          };
          const unheard = (): void => heard(() => reject(new NatsError('503', ErrorCode.NoResponders)));
          const carried = this.duties.carriesDeadline ? headers : withoutDeadline(headers);
          this.send({ owner, subject, data, headers: carried, answered: told, unheard });
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
    const { network, wires, random } = this;
    const { scheduler, faults } = network;
    const arrive = (): void => void scheduler.after(network.delay(), () => network.isUp && this.deliver(asked));
    if (wires.isCut(asked.owner)) {
      if (random.chance(0.5)) wires.hold(asked.owner, arrive);
      return;
    }
    if (!network.isUp || random.chance(faults.refused)) return;
    if (random.chance(Math.max(this.delayed, this.duties.delayed))) scheduler.after(random.between(...DELAYED_MILLIS), arrive);
    else if (random.chance(faults.late)) scheduler.after(random.between(0, LATE_MILLIS), arrive);
    else arrive();
  }

  private deliver(asked: Asked): void {
    const { network, wires } = this;
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
    if (wires.isCut(listener.owner)) wires.hold(listener.owner, hear);
    else hear();
  }

  private respond(from: Run, { owner, answered }: Asked, data: Uint8Array): true {
    const { wires, random, network } = this;
    this.watch.guarded(() =>
      ensure(
        decodeReply(data).reply.kind !== 'unknown' || this.watch.isEnding(from),
        'a replica was told that the outcome is unknown by a writer that works',
      ),
    );
    const send = (): void => {
      if (random.chance(network.faults.answerLost)) return;
      this.reply(owner, () => answered(data));
      if (random.chance(DOUBLED)) this.reply(owner, () => answered(data));
    };
    if (wires.isCut(from)) wires.hold(from, send);
    else send();
    return true;
  }

  /** From the server to who had asked. */
  private reply(to: Run, arrive: () => void): void {
    const { network, wires } = this;
    network.scheduler.plan(network.delay(), to, () => {
      if (wires.isCut(to)) wires.hold(to, () => void network.scheduler.plan(0, to, arrive));
      else if (network.isUp) arrive();
    });
  }

  /** The server learns of the end of a process when its connection ends: at once, or when its machine has vanished, later. */
  private listen(subject: string, listener: Listener): void {
    this.listeners.set(subject, listener);
    const noticed = this.random.chance(0.7) ? this.network.delay() : this.random.between(0, NOTICED_MILLIS);
    listener.owner.onEnd(() => this.network.scheduler.after(noticed, () => this.unlisten(subject, listener)));
  }

  private unlisten(subject: string, listener: Listener): void {
    if (this.listeners.get(subject) === listener) this.listeners.delete(subject);
  }

  /** Confirmed behind everything that was sent before. */
  private drain(subject: string, listener: Listener): Promise<void> {
    const { network, wires } = this;
    const { scheduler } = network;
    return new Promise((resolve) => {
      scheduler.after(network.delay(), () => {
        if (!network.isUp || wires.isCut(listener.owner)) return;
        this.unlisten(subject, listener);
        const at = Math.max(listener.arrivesAt, scheduler.now + network.delay());
        scheduler.plan(at - scheduler.now, listener.owner, resolve);
      });
    });
  }

  /** Has its reply. Of two requests for the same the other one may have been given up in its place; a later one was not. */
  private heard(owner: Run, request: Handed): void {
    if (this.closed(owner, request)) return;
    const { key, givenUpAt } = request;
    const isOther = (each: Handed): boolean => each.key === key && each.number <= givenUpAt && !each.isDoubtful;
    const other = this.open.get(owner)?.find(isOther);
    if (other !== undefined) other.isDoubtful = true;
  }

  /** The request is not open any more. @returns whether it was */
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

/** The outcomes of a request from the last to the first. */
function turned(bytes: Uint8Array): Uint8Array {
  const { reply, ...told } = decodeReply(bytes);
  if (reply.kind !== 'receipt') return bytes;
  const { settled, commitNumber } = reply.receipt;
  return encodeReply({ reply: { kind: 'receipt', receipt: { settled: [...settled].reverse(), commitNumber } }, ...told });
}

/** What is asked for, so that two requests for the same are alike. */
export function keyOf(submissions: readonly Submission[]): string {
  return JSON.stringify(
    submissions.map(({ command, attachment }) => [
      command.type,
      'orderId' in command ? command.orderId : 'wallet' in command ? command.wallet : null,
      attachment?.kind === 'ledger' ? attachment.reference : null,
    ]),
  );
}
