/** Callbacks of a connection. After `closed` none is called. */
export interface SocketEvents {
  readonly opened: () => void;
  readonly received: (text: string) => void;
  /** WebSocket close code and reason; 1006 with the cause when no close frame arrived. */
  readonly closed: (code: number, reason: string) => void;
}

/** One WebSocket connection of text messages. */
export interface Socket {
  /** Does nothing unless the connection is open. */
  send(text: string): void;
  /** Requests a pause, because too many messages wait to be read. A platform that cannot pause closes the connection. */
  pause(): void;
  resume(): void;
  /** Closes the connection at once, without waiting for the peer. */
  end(): void;
}

export type OpenSocket = (url: string, events: SocketEvents) => Socket;
