import type { Connection } from './connection';
import { doubt } from './doubt';

/** Options of a client stream: the signal that ends it, and the callback for its state. */
export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly onConnection: (connection: 'live' | 'cut') => void;
}

/** State of a stream. */
export interface StreamStanding {
  readonly connection: Connection;
  /** Why the stream was refused for good; null otherwise. */
  readonly error: Error | null;
}

/** Handlers of a stream's updates. */
export interface StreamEars<Update> {
  readonly take: (update: Update) => void;
  readonly stand: (standing: StreamStanding) => void;
}

/** Source of `offline` and `online` events; injected so that specs need no network. */
export type Network = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Follows a stream until `end` is called. The client reconnects by itself, but detects a lost network only after half a minute
 * without data; the browser detects it at once. So the run closes the stream when the network is lost and opens it again when it
 * is back.
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

  /** Lost or back: polled data may be as outdated as the stream's. */
  private stand(standing: StreamStanding): void {
    const isTurn = this.last !== 'connecting' && this.last !== standing.connection;
    this.last = standing.connection;
    this.ears.stand(standing);
    if (isTurn) doubt();
  }
}
