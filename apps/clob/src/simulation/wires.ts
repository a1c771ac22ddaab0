import type { Reach } from '../engine/lease';
import type { Network } from './network';
import type { Process } from './scheduler';

/** After so long a process notices that its connection carries nothing. */
const NOTICED_MILLIS = 10_000;
/** As NatsReach judges. */
const REACHED_MILLIS = 1_000;
const CUT_OFF_MILLIS = 2_000;

interface Cut {
  readonly since: number;
  /** What TCP keeps, and sends when it can. */
  readonly held: (() => void)[];
}

/** Between each process and one server: the server may answer everybody else. */
export class Wires {
  private readonly cuts = new Map<Process, Cut>();

  constructor(readonly network: Network) {}

  cut(owner: Process): void {
    if (!this.cuts.has(owner)) this.cuts.set(owner, { since: this.network.scheduler.now, held: [] });
  }

  /** @returns whether there was anything to mend */
  repair(owner: Process): boolean {
    const cut = this.cuts.get(owner);
    this.cuts.delete(owner);
    for (const send of cut?.held ?? []) this.network.scheduler.after(this.network.delay(), send);
    return cut !== undefined;
  }

  isCut(owner: Process): boolean {
    return this.cuts.has(owner);
  }

  /** Does it once the wire carries something again, which may be never. */
  hold(owner: Process, send: () => void): void {
    this.cuts.get(owner)?.held.push(send);
  }

  /** As far as the process knows. */
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
