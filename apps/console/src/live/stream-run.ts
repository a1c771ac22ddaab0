import type { Connection } from './connection';
import { doubt } from './doubt';

/** What a stream of the client's is given: when to end, and whom to tell how it stands. */
export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly onConnection: (connection: 'live' | 'cut') => void;
}

/** How a stream stands. */
export interface StreamStanding {
  readonly connection: Connection;
  /** Why the stream was refused for good; null as long as it is not. */
  readonly error: Error | null;
}

/** What is done with what a stream tells. */
export interface StreamEars<Update> {
  readonly take: (update: Update) => void;
  readonly stand: (standing: StreamStanding) => void;
}

/** Where `offline` and `online` are told: given so that specs need no network. */
export type Network = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Follows a stream from its making until `end`. The client follows it through cuts by itself, but hears of a network that went away
 * only when nothing has come for half a minute; the browser knows at once. So the stream is left with the network, and begun anew
 * with it.
 */
export class StreamRun<Update> {
  private leaving = new AbortController();
  private last: Connection = 'connecting';
  private readonly left = new AbortController();

  constructor(
    private readonly open: (options: FollowOptions) => AsyncIterable<Update>,
    private readonly ears: StreamEars<Update>,
    network: Network = window,
  ) {
    const { signal } = this.left;
    network.addEventListener('offline', () => this.cut(), { signal });
    network.addEventListener('online', () => this.begin(), { signal });
    this.begin();
  }

  end(): void {
    this.left.abort();
    this.leaving.abort();
  }

  private begin(): void {
    this.leaving.abort();
    this.leaving = new AbortController();
    void this.read(this.leaving.signal);
  }

  private cut(): void {
    this.leaving.abort();
    this.stand({ connection: 'cut', error: null });
  }

  private async read(signal: AbortSignal): Promise<void> {
    const onConnection = (connection: 'live' | 'cut'): void => {
      if (!signal.aborted) this.stand({ connection, error: null });
    };
    try {
      for await (const update of this.open({ signal, onConnection })) {
        if (signal.aborted) return;
        this.ears.take(update);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.stand({ connection: 'cut', error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  /** Cut, or back: what was asked for beside the stream is as much in doubt as what it told. */
  private stand(standing: StreamStanding): void {
    const isTurn = this.last !== 'connecting' && this.last !== standing.connection;
    this.last = standing.connection;
    this.ears.stand(standing);
    if (isTurn) doubt();
  }
}
