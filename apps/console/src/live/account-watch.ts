import type { UserUpdate } from '@foretell/client/browser';
import type { UserStreamMessage } from '@foretell/contracts';
import { StreamRun, type FollowOptions, type Network, type StreamStanding } from './stream-run';

/** State of the user stream. */
export interface WatchedAccount extends StreamStanding {
  /** Incremented at each step of the wallet's orders and trades, and when steps may have been missed: readers then read again. */
  readonly version: number;
}

export const NOTHING: WatchedAccount = { connection: 'connecting', error: null, version: 0 };

/** A key's user stream, open while it has readers: one connection for all parts of a page. */
export class AccountWatch {
  private state = NOTHING;
  private readonly readers = new Set<() => void>();
  private readonly listeners = new Set<(message: UserStreamMessage) => void>();
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

  /** Passes on each message of the stream until the returned function is called. */
  readonly listen = (hear: (message: UserStreamMessage) => void): (() => void) => {
    const leave = this.follow(() => undefined);
    this.listeners.add(hear);
    return () => {
      this.listeners.delete(hear);
      leave();
    };
  };

  private begun(): StreamRun<UserUpdate> {
    const ears = {
      take: (update: UserUpdate) => {
        this.show({ ...this.state, version: this.state.version + 1 });
        if (update.kind === 'step') update.messages.forEach((message) => this.listeners.forEach((hear) => hear(message)));
      },
      // Back after a disconnect: updates in between may be missing. Refused: a read gets the reason, such as an ended key.
      stand: (standing: StreamStanding) => {
        const isBack = this.state.connection === 'cut' && standing.connection === 'live';
        const isRefused = standing.error !== null;
        this.show({ ...standing, version: this.state.version + (isBack || isRefused ? 1 : 0) });
      },
    };
    return new StreamRun(this.open, ears, this.network);
  }

  private show(state: WatchedAccount): void {
    this.state = state;
    this.readers.forEach((reader) => reader());
  }
}
