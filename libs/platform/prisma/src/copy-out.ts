import type { Connection, Submittable } from 'pg';

/** Codes of the server's messages, from PostgreSQL's documentation of its message formats. */
const enum Code {
  copyData = 0x64,
  copyDone = 0x63,
  copyOutResponse = 0x48,
  notice = 0x4e,
  notification = 0x41,
  parameterStatus = 0x53,
}
const CODE_BYTES = 1;
const HEADER_BYTES = CODE_BYTES + 4;

/**
 * The pool's query timeout is meant for statements with few rows. Its timer ignores copies, and nothing stops it when one ends.
 * So a copy gets a distant timeout, which its callback stops.
 */
export const ANSWER_MILLIS = 6 * 3_600_000;

type Listener = (bytes: Buffer) => void;

/**
 * `COPY ... TO STDOUT` as a query of the driver. Every row is its own message. The contents are moved together within the
 * received buffer, so that a row needs neither an object nor a copy. An error of `onPiece` is raised only after the copy ends: a
 * connection with an aborted copy no longer responds.
 */
export class CopyOut implements Submittable {
  /** The pool sets its timer from this property, and wraps the callback to stop it. */
  readonly query_timeout = ANSWER_MILLIS;
  callback: () => void = () => undefined;
  readonly done: Promise<void>;
  private resolve: () => void = () => undefined;
  private reject: (cause: unknown) => void = () => undefined;
  private driver: Listener | null = null;
  private rest: Buffer = Buffer.alloc(0);
  private fault: { readonly cause: unknown } | null = null;

  /** @param onPiece receives the copied bytes, in chunks of any length */
  constructor(
    private readonly text: string,
    private readonly onPiece: (piece: Buffer) => void,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: Connection): void {
    const { stream } = connection;
    this.driver = stream.listeners('data')[0] as Listener;
    stream.removeListener('data', this.driver);
    const take = (bytes: Buffer): void => {
      const left = this.take(bytes);
      if (left === null || this.driver === null) return;
      stream.removeListener('data', take);
      stream.on('data', this.driver);
      this.driver(left);
    };
    stream.on('data', take);
    connection.query(this.text);
  }

  handleError(error: Error): void {
    this.callback();
    this.reject(error);
  }

  handleCommandComplete(): void {
    return undefined;
  }

  handleReadyForQuery(): void {
    this.callback();
    if (this.fault === null) this.resolve();
    else this.reject(this.fault.cause);
  }

  /** @returns the bytes for the driver's parser: the end, or an error; null while the copy continues */
  private take(came: Buffer): Buffer | null {
    const bytes = this.rest.length === 0 ? came : Buffer.concat([this.rest, came]);
    let [at, copied] = [0, 0];
    let isOver = false;
    while (!isOver && bytes.length >= at + HEADER_BYTES) {
      const end = at + CODE_BYTES + bytes.readUInt32BE(at + CODE_BYTES);
      const code = bytes[at] as Code;
      if (code === Code.copyData) {
        if (end > bytes.length) break;
        bytes.copyWithin(copied, at + HEADER_BYTES, end);
        copied += end - at - HEADER_BYTES;
      } else if (isAside(code)) {
        if (end > bytes.length) break;
      } else {
        isOver = true;
        break;
      }
      at = end;
      isOver = code === Code.copyDone;
    }
    if (copied > 0) this.hand(bytes.subarray(0, copied));
    this.rest = bytes.subarray(at);
    return isOver ? this.rest : null;
  }

  private hand(piece: Buffer): void {
    if (this.fault !== null) return;
    try {
      this.onPiece(piece);
    } catch (cause) {
      this.fault = { cause };
    }
  }
}

/** Messages that may occur between rows without concerning them, and the start and end of the copy. */
function isAside(code: Code): boolean {
  switch (code) {
    case Code.copyOutResponse:
    case Code.copyDone:
    case Code.notice:
    case Code.notification:
    case Code.parameterStatus:
      return true;
    default:
      return false;
  }
}
