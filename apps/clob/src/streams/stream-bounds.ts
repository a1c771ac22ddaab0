/** Limits of what a client may use of a process by streams, and of what the process stores for them. */
export interface StreamBounds {
  /** Queued for one reader; beyond it the reader is disconnected. */
  readonly waitingBytes: number;
  /** Bytes of books, and of steps of a resumed stream, sent together; a single book may be larger. */
  readonly dumpBytes: number;
  /** Such bytes a second, of one network address and of all; ten seconds of unused budget may be used at once. */
  readonly addressBytesPerSecond: number;
  readonly bytesPerSecond: number;
  /** Work of streams in one tick of the event loop, which commands share. */
  readonly sliceMillis: number;
  /** Share of the event loop's time for messages of stream clients and the books sent to them. */
  readonly callersShare: number;
  /** Of one client message. */
  readonly messageBytes: number;
  /** Frames of one message, and chunks of one frame: the buffer of each costs more than its bytes. */
  readonly messageFrames: number;
  readonly framePieces: number;
  /** Of one client in ten seconds, including PING, and pings and pongs of the protocol. */
  readonly messages: number;
  /** Tokens, or markets, that one connection may follow. */
  readonly subscriptions: number;
  /** Concurrent, of one network address; an IPv6 site may have four times as many. */
  readonly addressConnections: number;
  /** Concurrent, of all networks; beyond it the network with the most makes room for others. */
  readonly connections: number;
  /** Concurrent, of one API key. */
  readonly keyConnections: number;
  /** A connection without a subscription is closed after this. */
  readonly silentMillis: number;
  /** A peer without a sign of life between two of these is gone. */
  readonly pulseMillis: number;
  /** Interval of the checks that keys are valid and that this process is current. */
  readonly lookMillis: number;
  /** A process that was not current for this long ends its streams: longer than a take-over. */
  readonly staleMillis: number;
  /** How far back a stream can be resumed, unless the number of steps limits it first. */
  readonly historyMillis: number;
  /** Stored for all markets together, and for all users together. */
  readonly historySteps: number;
  /** A connection whose peer does not answer a close within this is terminated. */
  readonly closeMillis: number;
}

export const STREAM_BOUNDS: StreamBounds = {
  waitingBytes: 1024 * 1024,
  dumpBytes: 64 * 1024,
  addressBytesPerSecond: 4 * 1024 * 1024,
  bytesPerSecond: 32 * 1024 * 1024,
  sliceMillis: 1,
  callersShare: 0.25,
  messageBytes: 128 * 1024,
  messageFrames: 64,
  framePieces: 1_024,
  messages: 100,
  subscriptions: 500,
  addressConnections: 256,
  connections: 5_000,
  keyConnections: 20,
  silentMillis: 30_000,
  pulseMillis: 30_000,
  lookMillis: 250,
  staleMillis: 10_000,
  historyMillis: 300_000,
  historySteps: 100_000,
  closeMillis: 1_000,
};

/** Injects the StreamBounds. */
export const BOUNDS = Symbol('StreamBounds');
