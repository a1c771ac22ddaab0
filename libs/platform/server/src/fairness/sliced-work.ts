export interface SliceOptions {
  /** Of a turn of the event loop. */
  readonly sliceMillis: number;
  /** The part of all time that the work may take, 1 unless given: after each slice it rests for the others. */
  readonly share?: number;
  /** Whether the work is put off for a turn, because something else waits for this one's end; never for two turns in a row. */
  readonly givesWay: () => boolean;
  readonly monotonic?: () => number;
}

/** Does work a slice a turn of the event loop, so that whatever else there is waits for a slice and not for all of it. */
export class SlicedWork {
  private isUnderWay = false;
  private isPutOff = false;
  /** What may be worked at once, never more than a slice; less than nothing when the last piece took longer. */
  private leftMillis: number;
  private leftAt: number;
  private readonly share: number;
  private readonly monotonic: () => number;

  constructor(
    /** Does a small piece; false when there is none. */
    private readonly doNext: () => boolean,
    private readonly options: SliceOptions,
  ) {
    this.share = options.share ?? 1;
    this.monotonic = options.monotonic ?? (() => performance.now());
    this.leftMillis = options.sliceMillis;
    this.leftAt = this.monotonic();
  }

  /** There is something to do, from the next turn on. */
  wake(): void {
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    this.goOn();
  }

  private goOn(): void {
    this.refill();
    const lacking = this.options.sliceMillis - this.leftMillis;
    if (this.leftMillis > 0 || lacking === 0) setImmediate(this.slice);
    else setTimeout(this.slice, Math.ceil(lacking / this.share));
  }

  private refill(): number {
    const now = this.monotonic();
    this.leftMillis = Math.min(this.options.sliceMillis, this.leftMillis + (now - this.leftAt) * this.share);
    return (this.leftAt = now);
  }

  private readonly slice = (): void => {
    this.isPutOff = !this.isPutOff && this.options.givesWay();
    if (this.isPutOff) return void setImmediate(this.slice);
    const beganAt = this.refill();
    let [usedMillis, isMore] = [0, true];
    do {
      isMore = this.doNext();
      usedMillis = this.monotonic() - beganAt;
    } while (isMore && usedMillis < this.leftMillis);
    this.leftMillis -= usedMillis;
    if (isMore) this.goOn();
    else this.isUnderWay = false;
  };
}
