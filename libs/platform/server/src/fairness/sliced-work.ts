export interface SliceOptions {
  /** Of a turn of the event loop. */
  readonly sliceMillis: number;
  /** Whether the work is put off for a turn, because something else waits for this one's end; never for two turns in a row. */
  readonly givesWay: () => boolean;
  readonly monotonic?: () => number;
}

/** Does work a slice a turn of the event loop, so that whatever else there is waits for a slice and not for all of it. */
export class SlicedWork {
  private isUnderWay = false;
  private isPutOff = false;
  private readonly monotonic: () => number;

  constructor(
    /** Does a small piece; false when there is none. */
    private readonly doNext: () => boolean,
    private readonly options: SliceOptions,
  ) {
    this.monotonic = options.monotonic ?? (() => performance.now());
  }

  /** There is something to do, from the next turn on. */
  wake(): void {
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    setImmediate(this.slice);
  }

  private readonly slice = (): void => {
    this.isPutOff = !this.isPutOff && this.options.givesWay();
    if (this.isPutOff) return void setImmediate(this.slice);
    const end = this.monotonic() + this.options.sliceMillis;
    do {
      if (this.doNext()) continue;
      this.isUnderWay = false;
      return;
    } while (this.monotonic() < end);
    setImmediate(this.slice);
  };
}
