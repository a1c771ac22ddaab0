import type { UserUpdate } from '@foretell/client/browser';
import { StreamRun, type FollowOptions, type Network, type StreamStanding } from './stream-run';

/** State of the user stream. */
export interface WatchedAccount extends StreamStanding {
  /** Incremented at each step of the wallet's orders and trades, and when steps may have been missed: readers then read again. */
  readonly version: number;
}

const NOTHING: WatchedAccount = { connection: 'connecting', error: null, version: 0 };

/** A key's user stream, open while it has readers: one connection for all parts of a page. */
export class AccountWatch {
  private state = NOTHING;
  private readonly readers = new Set<() => void>();
  private run: StreamRun<UserUpdate> | null = null;

  constructor(
    private readonly open: (options: FollowOptions) => AsyncIterable<UserUpdate>,
    private readonly network?: Network,
  ) {}

  readonly known = (): WatchedAccount => this.state;

  readonly follow = (reader: () => void): (() => void) => {
    this.readers.add(reader);
    this.run ??= this.begun();
    return () => {
      this.readers.delete(reader);
      if (this.readers.size > 0) return;
      this.run?.end();
      this.run = null;
      this.state = { ...this.state, connection: 'connecting', error: null };
    };
  };

  private begun(): StreamRun<UserUpdate> {
    const ears = {
      take: () => this.show({ ...this.state, version: this.state.version + 1 }),
      // Back after a disconnect: updates in between may be missing.
      stand: (standing: StreamStanding) => {
        const isBack = this.state.connection === 'cut' && standing.connection === 'live';
        this.show({ ...standing, version: this.state.version + (isBack ? 1 : 0) });
      },
    };
    return new StreamRun(this.open, ears, this.network);
  }

  private show(state: WatchedAccount): void {
    this.state = state;
    this.readers.forEach((reader) => reader());
  }
}
