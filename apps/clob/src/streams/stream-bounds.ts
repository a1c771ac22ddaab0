import { CONNECTION_BOUNDS, type ConnectionBounds } from '@foretell/platform-server';

/** What a caller may take of a process by streams, and what the process keeps for them. */
export interface StreamBounds extends ConnectionBounds {
  /** Of the books, and of the steps of a resumed stream, that leave together; one book may be larger. */
  readonly dumpBytes: number;
  /** Such bytes a second, of one network address and of all; ten seconds of unused budget may be used at once. */
  readonly addressBytesPerSecond: number;
  readonly bytesPerSecond: number;
  /** At one time, of one API key. */
  readonly keyConnections: number;
  /** A connection without a subscription is closed after this. */
  readonly silentMillis: number;
  /** How far back a stream is resumed, as long as there are not more steps. */
  readonly historyMillis: number;
  /** Stored for all markets together, and for all users together. */
  readonly historySteps: number;
}

export const STREAM_BOUNDS: StreamBounds = {
  ...CONNECTION_BOUNDS,
  dumpBytes: 64 * 1024,
  addressBytesPerSecond: 4 * 1024 * 1024,
  bytesPerSecond: 32 * 1024 * 1024,
  keyConnections: 20,
  silentMillis: 30_000,
  historyMillis: 300_000,
  historySteps: 100_000,
};

/** Injects the StreamBounds. */
export const BOUNDS = Symbol('StreamBounds');
