import { afterMicrotasks, endWaiting, FairQueue, inOwnTrace } from '@foretell/platform-server';
import type { TurnClock } from './turn-clock';

/** The share of a tick. */
export interface Slice {
  readonly leastMillis: number;
  /** Minimum length, as a part of the rest of the tick. */
  readonly part: number;
}

/**
 * An order takes about three ticks: a slice in the tick of its arrival, one later, and the refusals. A slice shorter than the
 * rest of the tick would leave no time for accepted work.
 */
export const OF_NEW_WRITES: Slice = { leastMillis: 4, part: 1 };
/** Such a slice precedes an order in each of its three ticks, so reads have a quarter of the time of new writes. */
export const OF_READS: Slice = { leastMillis: 1, part: 0.25 };
/** Assumed duration of a piece of work before anything was measured. */
const FIRST_GUESS_MILLIS = 0.3;
/** Weight of the newest tick. */
const WEIGHT = 0.2;
/** A single tick may be late for any reason, and counts as at most this many times the usual. */
const UNUSUAL_TIMES = 2;

/**
 * Starts queued work one slice per event-loop tick. Otherwise everything that has arrived would run in one tick and delay the
 * rest: database replies that orders wait for, cancels, and data in the sockets, which cannot be counted. Source:
 * docs/decisions/admission.md, fairness.md.
 */
export class Intake {
  private readonly waiting = new FairQueue<() => void>();
  private perWork = FIRST_GUESS_MILLIS;
  /** Of the current slice. */
  private beganAt = 0;
  private sliceMillis = 0;
  private begun = 0;
  /** A slice runs now or is scheduled for the next tick. */
  private isAwake = false;
  private isLeftOver = false;
  /** Nothing is started in the current tick. */
  private isPutOff = false;

  /**
   * `turn`: the time that requests have had in this tick. `givesWay`: whether queued work is deferred by a tick, because
   * something else waits for the end of this one; never for two ticks in a row.
   */
  constructor(
    private readonly turn: TurnClock,
    private readonly size: Slice,
    private readonly givesWay: () => boolean = () => false,
    private readonly monotonic: () => number = () => performance.now(),
  ) {}

  /** Time until the next work of a network starts, including everything else done in between. */
  waitMillis(from = ''): number {
    return this.waiting.aheadOf(from) * this.perWork;
  }

  /**
   * Starts work immediately when nothing waits and the tick has just begun. Networks are served round-robin, each in arrival
   * order.
   */
  take(work: () => void, from = ''): void {
    if (this.waiting.size === 0 && !this.isAwake && this.turn.soFar() <= this.size.leastMillis) {
      work();
      return;
    }
    this.waiting.push({ address: from, account: from }, inOwnTrace(work));
    if (this.isAwake) return;
    this.isAwake = true;
    setImmediate(this.slice);
  }

  private readonly slice = (): void => {
    this.isPutOff = !this.isPutOff && this.givesWay();
    if (this.isPutOff) return void setImmediate(this.slice);
    const beganAt = this.monotonic();
    // Without leftover work, the slice was not fully used.
    if (this.isLeftOver) {
      const newest = (beganAt - this.beganAt) / this.begun;
      this.perWork += WEIGHT * (Math.min(newest, UNUSUAL_TIMES * this.perWork) - this.perWork);
    }
    this.sliceMillis = Math.max(this.size.leastMillis, this.size.part * this.turn.soFar());
    this.beganAt = beganAt;
    this.begun = 0;
    this.takeNext();
  };

  /** Work goes on in promises, and counts in the slice as far as it comes without waiting for anything else. */
  private readonly takeNext = (): void => {
    if (this.waiting.size > 0 && this.monotonic() - this.beganAt <= this.sliceMillis) {
      this.begun += 1;
      this.waiting.shift()?.();
      return afterMicrotasks(this.takeNext);
    }
    endWaiting();
    this.isLeftOver = this.waiting.size > 0;
    this.isAwake = this.isLeftOver;
    if (this.isAwake) setImmediate(this.slice);
  };
}
