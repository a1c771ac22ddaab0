/** What a connection tells whoever opened it. After `closed` nothing more is told. */
export interface SocketEvents {
  readonly opened: () => void;
  readonly received: (text: string) => void;
  /** WebSocket close code, 1006 without a close, and the reason, or what went wrong. */
  readonly closed: (code: number, reason: string) => void;
}

/** One WebSocket connection of texts. */
export interface Socket {
  /** Does nothing unless it is open. */
  send(text: string): void;
  /** Asks for a pause, because too much waits to be read. A platform that cannot pause ends the connection. */
  pause(): void;
  resume(): void;
  /** Ends it at once, without waiting for the other end. */
  end(): void;
}

export type OpenSocket = (url: string, events: SocketEvents) => Socket;
