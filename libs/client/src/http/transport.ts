export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** Timeout and cancellation of a call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the code ABORT_ERR. */
  readonly signal?: AbortSignal;
  /** Time for the complete response in milliseconds; after it the call rejects with the code ETIMEDOUT. */
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
 * Sends requests to one server. A call resolves with any HTTP status. It rejects with a ClientError of status 0 only when no
 * complete response arrived. Bodies are sent byte for byte, because a signature covers them.
 */
export interface Transport {
  call(call: HttpCall): Promise<HttpAnswer>;
  /** Closes the connections that are kept alive between calls. */
  close(): void;
}

/** Default timeout of calls. */
export const TIMEOUT_MS = 15_000;
