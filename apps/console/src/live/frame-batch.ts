/** Schedules work for the next frame; injected so that specs need no screen. */
export interface Frames {
  request(paint: () => void): number;
  cancel(handle: number): void;
}

/** A hidden page gets no frames: updates wait until it is visible again. */
export const BROWSER_FRAMES: Frames = {
  request: (paint) => requestAnimationFrame(paint),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/**
 * Buffers values that change faster than a screen can show them. Publishes the last value of each key, together, once a frame:
 * 200 changes a second cause at most 60 renders.
 */
export class FrameBatch<Key, Value> {
  private readonly waiting = new Map<Key, Value>();
  private handle: number | null = null;

  constructor(
    private readonly show: (changes: ReadonlyMap<Key, Value>) => void,
    private readonly frames: Frames = BROWSER_FRAMES,
  ) {}

  put(key: Key, value: Value): void {
    this.waiting.set(key, value);
    this.handle ??= this.frames.request(() => this.paint());
  }

  /** Discards waiting values; nothing is published after it. */
  stop(): void {
    if (this.handle !== null) this.frames.cancel(this.handle);
    this.handle = null;
    this.waiting.clear();
  }

  private paint(): void {
    this.handle = null;
    const changes = new Map(this.waiting);
    this.waiting.clear();
    this.show(changes);
  }
}
