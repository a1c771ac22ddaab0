import type { StreamConnection } from '@foretell/platform-server';
import type { DumpBudget } from './dump-budget';

/** Dependencies that connections share. */
export interface Shared {
  readonly budget: DumpBudget;
  /** The client's network address. */
  readonly address: string;
}

/** Books or missed steps that are sent together. */
export interface Dump {
  readonly frames: readonly Buffer[];
  /** The bytes to charge. */
  readonly bytes: number;
  /** Subscriptions that it belongs to; each is charged a minimum. */
  readonly begun: number;
}

/** Sends books and missed steps in dumps: each in the connection's turn, once its address has budget. */
export class PacedDumps {
  private later: NodeJS.Timeout | null = null;
  private isOver = false;

  constructor(
    private readonly connection: StreamConnection,
    private readonly shared: Shared,
  ) {
    connection.onClose(() => {
      this.isOver = true;
      if (this.later !== null) clearTimeout(this.later);
    });
  }

  /** Sends what `collect` returns, later, and calls `left` when it was sent to the client. Neither after the connection's end. */
  send(collect: () => Dump, left: () => void): void {
    this.connection.inTurn(() => {
      if (this.isOver) return;
      const { budget, address } = this.shared;
      const waitMillis = budget.waitMillis(address);
      if (waitMillis > 0) {
        this.later = setTimeout(() => this.send(collect, left), waitMillis);
        this.later.unref();
        return;
      }
      const { frames, bytes, begun } = collect();
      budget.spend(address, bytes, begun);
      this.sendAll(frames, left);
    });
  }

  private sendAll(frames: readonly Buffer[], left: () => void): void {
    const last = frames.at(-1);
    if (last === undefined) return left();
    for (const frame of frames.slice(0, -1)) this.connection.send(frame);
    this.connection.send(last, left);
  }
}

export function bytesOf(frames: readonly Buffer[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
}
