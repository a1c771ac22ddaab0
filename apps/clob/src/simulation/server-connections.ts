import type { Reach } from '../engine/lease';
import type { Network } from './network';
import type { Process } from './scheduler';

/** Time until a process notices a dead connection. */
const NOTICED_MILLIS = 10_000;
/** Like NatsReach. */
const REACHED_MILLIS = 1_000;
const CUT_OFF_MILLIS = 2_000;

interface Cut {
  readonly since: number;
  /** Messages that TCP buffers and sends later. */
  readonly held: (() => void)[];
}

/** The connections between processes and one server; each can be cut separately. */
export class ServerConnections {
  private readonly cuts = new Map<Process, Cut>();

  constructor(readonly network: Network) {}

  cut(owner: Process): void {
    if (!this.cuts.has(owner)) this.cuts.set(owner, { since: this.network.scheduler.now, held: [] });
  }

  /** @returns whether it was cut */
  repair(owner: Process): boolean {
    const cut = this.cuts.get(owner);
    this.cuts.delete(owner);
    for (const send of cut?.held ?? []) this.network.scheduler.after(this.network.delay(), send);
    return cut !== undefined;
  }

  isCut(owner: Process): boolean {
    return this.cuts.has(owner);
  }

  /** Runs it once the connection works again, possibly never. */
  hold(owner: Process, send: () => void): void {
    this.cuts.get(owner)?.held.push(send);
  }

  /** As seen by the process. */
  isConnected(owner: Process): boolean {
    const since = this.cuts.get(owner)?.since ?? Infinity;
    return this.network.isUp && this.network.scheduler.now - since < NOTICED_MILLIS;
  }

  reachOf(owner: Process): Reach {
    let since: number | null = null;
    const silence = (): number => {
      const { now } = this.network.scheduler;
      since = this.network.isUp && !this.isCut(owner) ? null : (since ?? now);
      return since === null ? 0 : now - since;
    };
    return { isReached: () => silence() < REACHED_MILLIS, isCutOff: () => silence() >= CUT_OFF_MILLIS };
  }
}
