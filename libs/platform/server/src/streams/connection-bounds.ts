/** Limits on the resources that a caller of any stream may use. */
export interface ConnectionBounds {
  /** Maximum bytes queued for one reader; beyond it the reader is disconnected. */
  readonly waitingBytes: number;
  /** Maximum duration of stream work per event-loop tick, which requests and commands share. */
  readonly sliceMillis: number;
  /** Fraction of event-loop time for messages of callers and for the initial data of subscriptions. */
  readonly callersShare: number;
  /** Maximum size of a caller's message. */
  readonly messageBytes: number;
  /** Maximum frames of a message, and maximum chunks of a frame: storing each costs more than its bytes. */
  readonly messageFrames: number;
  readonly framePieces: number;
  /** Maximum messages of a caller in ten seconds, including PING and the pings and pongs of the protocol. */
  readonly messages: number;
  /** Tokens, markets or topics that one connection may follow. */
  readonly subscriptions: number;
  /** Maximum concurrent connections of a network address; of an IPv6 site four times as many. */
  readonly addressConnections: number;
  /** Maximum concurrent connections of all networks; beyond it the network with the most loses one for another. */
  readonly connections: number;
  /** Interval of liveness checks; a peer that does not respond between two of them is disconnected. */
  readonly pulseMillis: number;
  /** Interval of the checks that connections are still allowed and that the sent data is current. */
  readonly lookMillis: number;
  /** A process that is not current for this time ends its streams; longer than a take-over. */
  readonly staleMillis: number;
  /** Time for the peer to answer a close; then the connection is terminated. */
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
