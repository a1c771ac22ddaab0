import type { UserUpdate } from '@foretell/client/browser';
import { StreamRun, type FollowOptions, type Network, type StreamStanding } from './stream-run';

/** What the user stream has told so far. */
export interface WatchedAccount extends StreamStanding {
  /** Moves on with each step of the wallet's orders and trades, and when steps may have been missed: time to read anew. */
  readonly version: number;
}

const NOTHING: WatchedAccount = { connection: 'connecting', error: null, version: 0 };

/** A key's user stream while somebody looks at what is the wallet's: one connection, however many parts of a page want it. */
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
      // Back after a cut: what happened meanwhile may not have been told.
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
