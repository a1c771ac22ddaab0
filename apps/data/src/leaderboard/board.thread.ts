import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseOptions } from '@foretell/platform-prisma';
import { Board, type BoardParts } from './board';
import type { Followed } from './board.loader';
import type { Heads } from './board.query';

export interface LoadingOrder {
  readonly database: DatabaseOptions;
  readonly now: number;
}
export type HandedOver = Omit<Followed, 'board'> & { readonly board: BoardParts };

/** A shorter history is loaded within the time that a thread takes to start. */
const APART_FROM_EVENTS = 300_000;

/**
 * Loads a board on a separate thread with its own connection: loading ten million trades takes half a minute, which would
 * delay requests.
 */
export class BoardThread {
  private worker: Worker | null = null;

  constructor(
    private readonly database: DatabaseOptions,
    private readonly fromEvents = APART_FROM_EVENTS,
    private readonly open = (order: LoadingOrder): Worker =>
      new Worker(require.resolve('./loading-thread'), { workerData: order }),
  ) {}

  isFor({ clob }: Heads): boolean {
    return clob >= this.fromEvents;
  }

  /** The board as of the start of the thread; null without a projection. Rejects when the thread fails. */
  async load(now: number): Promise<Followed | null> {
    const worker = this.open({ database: this.database, now });
    this.worker = worker;
    try {
      const ended = once(worker, 'exit').then(() => {
        throw new Error('the thread that loads the leaderboard ended');
      });
      const [loaded] = (await Promise.race([once(worker, 'message'), ended])) as [HandedOver | null];
      return loaded === null ? null : { ...loaded, board: new Board(loaded.board) };
    } finally {
      this.worker = null;
      await worker.terminate();
    }
  }

  /** Cancels a load, which then rejects. */
  async stop(): Promise<void> {
    await this.worker?.terminate();
  }
}
