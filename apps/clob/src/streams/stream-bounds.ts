/** What a caller may take of a process by streams, and what the process keeps for them. */
export interface StreamBounds {
  /** Waiting for one reader; beyond it the reader is cut off. */
  readonly waitingBytes: number;
  /** Of the books, and of the steps of a resumed stream, that leave together; one book may be larger. */
  readonly dumpBytes: number;
  /** Such bytes a second, of one network address and of all; what was not used of ten seconds may be used at once. */
  readonly addressBytesPerSecond: number;
  readonly bytesPerSecond: number;
  /** How long streams work in one turn of the event loop, which commands share. */
  readonly sliceMillis: number;
  /** Of all time that the event loop has, for what callers of streams say and the books that they are sent. */
  readonly callersShare: number;
  /** Of one message of a caller. */
  readonly messageBytes: number;
  /** Frames that one message may come in, and pieces that one of them may come in: what holds each costs more than its byte. */
  readonly messageFrames: number;
  readonly framePieces: number;
  /** Of one caller in ten seconds: PING, and pings and pongs of the protocol, included. */
  readonly messages: number;
  /** Tokens, or markets, that one connection may follow. */
  readonly subscriptions: number;
  /** At one time, of one network address; of an IPv6 site four times as many. */
  readonly addressConnections: number;
  /** At one time, of all networks; beyond it the network that has the most makes room for others. */
  readonly connections: number;
  /** At one time, of one API key. */
  readonly keyConnections: number;
  /** A connection on which nothing is subscribed within it is closed. */
  readonly silentMillis: number;
  /** A peer that shows no sign of life between two of these is gone. */
  readonly pulseMillis: number;
  /** How often it is looked whether keys are good and what is told is current. */
  readonly lookMillis: number;
  /** A process that was not current for so long ends its streams: longer than a take-over. */
  readonly staleMillis: number;
  /** How far back a stream is resumed, as long as there are not more steps. */
  readonly historyMillis: number;
  /** Kept of all markets together, and of all users together. */
  readonly historySteps: number;
  /** A close that the peer does not answer within it is the connection's end. */
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
