/** Starts work that waited; false when it is no longer wanted. */
type Begin = () => boolean;

interface Turns {
  running: number;
  readonly waiting: Begin[];
}

/** Limits the work in progress of each key, such as a network; more waits in the order of its arrival. */
export class KeyedTurns {
  private readonly keys = new Map<string, Turns>();

  /** @param most pieces of work of one key at a time */
  constructor(private readonly most: number) {}

  /** The number of keys with work in progress. */
  get size(): number {
    return this.keys.size;
  }

  /** Runs `work` in its turn; returns or throws what it does. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (!this.enter(key)) {
      await new Promise<void>((resolve) => {
        this.wait(key, () => {
          resolve();
          return true;
        });
      });
    }
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /** Takes a turn, if one is free; otherwise `wait`. Each turn ends with `leave`. */
  enter(key: string): boolean {
    const turns = this.keys.get(key);
    if (turns === undefined) {
      this.keys.set(key, { running: 1, waiting: [] });
      return true;
    }
    if (turns.running >= this.most) return false;
    turns.running += 1;
    return true;
  }

  /** `begin` takes the turn of another that leaves. Call it only when `enter` was refused. */
  wait(key: string, begin: Begin): void {
    this.keys.get(key)?.waiting.push(begin);
  }

  /** Ends one turn of the key. */
  leave(key: string): void {
    const turns = this.keys.get(key);
    if (turns === undefined) return;
    for (let begin = turns.waiting.shift(); begin !== undefined; begin = turns.waiting.shift()) if (begin()) return;
    turns.running -= 1;
    if (turns.running === 0) this.keys.delete(key);
  }
}
