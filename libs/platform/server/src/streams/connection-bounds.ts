/** What a caller may take of a process by a stream, whatever the stream is of. */
export interface ConnectionBounds {
  /** Waiting for one reader; beyond it the reader is cut off. */
  readonly waitingBytes: number;
  /** How long streams work in one turn of the event loop, which requests and commands share. */
  readonly sliceMillis: number;
  /** Of all time that the event loop has, for what callers of streams say and what they are sent to begin with. */
  readonly callersShare: number;
  /** Of one message of a caller. */
  readonly messageBytes: number;
  /** Frames that one message may come in, and pieces that one of them may come in: what holds each costs more than its byte. */
  readonly messageFrames: number;
  readonly framePieces: number;
  /** Of one caller in ten seconds: PING, and pings and pongs of the protocol, included. */
  readonly messages: number;
  /** Tokens, markets or topics that one connection may follow. */
  readonly subscriptions: number;
  /** At one time, of one network address; of an IPv6 site four times as many. */
  readonly addressConnections: number;
  /** At one time, of all networks; beyond it the network that has the most makes room for others. */
  readonly connections: number;
  /** A peer that shows no sign of life between two of these is gone. */
  readonly pulseMillis: number;
  /** How often it is looked whether connections may stay and what is told is current. */
  readonly lookMillis: number;
  /** A process that was not current for so long ends its streams: longer than a take-over. */
  readonly staleMillis: number;
  /** A close that the peer does not answer within it is the connection's end. */
  readonly closeMillis: number;
}

export const CONNECTION_BOUNDS: ConnectionBounds = {
  waitingBytes: 1024 * 1024,
  sliceMillis: 1,
  callersShare: 0.25,
  messageBytes: 128 * 1024,
  messageFrames: 64,
  framePieces: 1_024,
  messages: 100,
  subscriptions: 500,
  addressConnections: 256,
  connections: 5_000,
  pulseMillis: 30_000,
  lookMillis: 250,
  staleMillis: 10_000,
  closeMillis: 1_000,
};
