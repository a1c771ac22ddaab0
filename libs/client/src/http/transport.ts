export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** How long, and for whom, a call may take. */
export interface CallOptions {
  /** Ends the call; it rejects with the code ABORT_ERR. */
  readonly signal?: AbortSignal;
  /** Gives up when the whole answer has not come in so many milliseconds; it rejects with the code ETIMEDOUT. */
  readonly timeoutMs?: number;
}

export interface HttpCall extends CallOptions {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/**
 * One server's address. A call resolves with whatever status the server answers and rejects only when no whole answer came, by
 * a ClientError of status 0. Bodies go out byte for byte: a signature covers them.
 */
export interface Transport {
  call(call: HttpCall): Promise<HttpAnswer>;
  /** Ends what is kept between calls. */
  close(): void;
}

/** For calls that do not say how long they may take. */
export const TIMEOUT_MS = 15_000;
