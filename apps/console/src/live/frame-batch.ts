/** When the browser is about to paint: given so that specs need no screen. */
export interface Frames {
  request(paint: () => void): number;
  cancel(handle: number): void;
}

/** A page that is out of sight gets no frames: what would be painted waits until it is seen again. */
export const BROWSER_FRAMES: Frames = {
  request: (paint) => requestAnimationFrame(paint),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/**
 * Holds what changes far more often than a screen can show it: of each key the last value, given on together once a frame. 200
 * changes a second make at most 60 renderings.
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

  /** Forgets what waits; nothing is shown any more. */
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
