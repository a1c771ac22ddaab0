import { afterMicrotasks, FairQueue } from '@foretell/platform-server';
import type { TurnClock } from './turn-clock';

/** Of a turn. */
export interface Slice {
  readonly leastMillis: number;
  /** It is no shorter than this part of what the turn took otherwise. */
  readonly part: number;
}

/**
 * An order waits for some three turns, and a turn has a slice when it comes, one later, and what is refused. A slice shorter than
 * the rest of its turn would leave refusing no time for doing.
 */
export const OF_NEW_WRITES: Slice = { leastMillis: 4, part: 1 };
/** An order has such a slice in each of its three turns before it, so reads have a quarter of what new writes have. */
export const OF_READS: Slice = { leastMillis: 1, part: 0.25 };
/** What a piece of work is taken to take before anything was measured. */
const FIRST_GUESS_MILLIS = 0.3;
/** Of the newest turn. */
const WEIGHT = 0.2;
/** One turn may have been late for whatever reason, and counts as so many times the usual at most. */
const UNUSUAL_TIMES = 2;

/**
 * Takes work up a slice a turn of the event loop. Otherwise all that has arrived is done in one turn
 * and whatever else there is waits for its end: replies of the database that orders wait for, cancels, and what arrives
 * meanwhile, which nobody can count in its sockets. Source: docs/decisions/admission.md, fairness.md.
 */
export class Intake {
  private readonly waiting = new FairQueue<() => void>();
  private perWork = FIRST_GUESS_MILLIS;
  /** Of the present slice. */
  private beganAt = 0;
  private sliceMillis = 0;
  private begun = 0;
  /** A slice is under way, or will be in the next turn. */
  private isAwake = false;
  private isLeftOver = false;
  /** Nothing is taken up in the present turn. */
  private isPutOff = false;

  /**
   * `turn`: the time that requests have had in the turn. `givesWay`: whether what waits is put off a turn, because something else
   * waits for the end of this one; never for two turns in a row.
   */
  constructor(
    private readonly turn: TurnClock,
    private readonly size: Slice,
    private readonly givesWay: () => boolean = () => false,
    private readonly monotonic: () => number = () => performance.now(),
  ) {}

  /** How long it will be until the next work of a network begins, with everything else that is done meanwhile. */
  waitMillis(from = ''): number {
    return this.waiting.aheadOf(from) * this.perWork;
  }

  /** At once when nothing waits and the turn has just begun. Networks are served in turns, each in the order of its coming. */
  take(work: () => void, from = ''): void {
    if (this.waiting.size === 0 && !this.isAwake && this.turn.soFar() <= this.size.leastMillis) {
      work();
      return;
    }
    this.waiting.push({ address: from, account: from }, work);
    if (this.isAwake) return;
    this.isAwake = true;
    setImmediate(this.slice);
  }

  private readonly slice = (): void => {
    this.isPutOff = !this.isPutOff && this.givesWay();
    if (this.isPutOff) return void setImmediate(this.slice);
    const beganAt = this.monotonic();
    // Whoever had nothing left over did not need all of the time.
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
    this.isLeftOver = this.waiting.size > 0;
    this.isAwake = this.isLeftOver;
    if (this.isAwake) setImmediate(this.slice);
  };
}
