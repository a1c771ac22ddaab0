import { CONNECTION_BOUNDS, type ConnectionBounds } from '@foretell/platform-server';

/** Limits of streams per caller, and of the steps that a process stores. */
export interface StreamBounds extends ConnectionBounds {
  /** Bytes of books and resumed steps that are sent together; a single book may be larger. */
  readonly dumpBytes: number;
  /** Such bytes a second, of one network address and of all; ten seconds of unused budget may be used at once. */
  readonly addressBytesPerSecond: number;
  readonly bytesPerSecond: number;
  /** Concurrent connections of one API key. */
  readonly keyConnections: number;
  /** A connection without a subscription is closed after this. */
  readonly silentMillis: number;
  /** How far back a stream can resume, unless the number of changes is exceeded. */
  readonly historyMillis: number;
  /** Changes in the steps stored for all markets together, and for all users together. */
  readonly historyChanges: number;
  /** A subject whose steps wait longer than this is behind: its readers begin again. */
  readonly lateMillis: number;
}

export const STREAM_BOUNDS: StreamBounds = {
  ...CONNECTION_BOUNDS,
  dumpBytes: 64 * 1024,
  addressBytesPerSecond: 4 * 1024 * 1024,
  bytesPerSecond: 32 * 1024 * 1024,
  keyConnections: 20,
  silentMillis: 30_000,
  historyMillis: 300_000,
  historyChanges: 200_000,
  lateMillis: 5_000,
};

/** Injects the StreamBounds. */
export const BOUNDS = Symbol('StreamBounds');
