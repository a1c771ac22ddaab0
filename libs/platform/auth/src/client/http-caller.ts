import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Gives up after so many milliseconds without an answer. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const SOCKETS_MAX = 64;

/**
 * One server's address with its kept-alive connections. A call resolves with whatever status the server answers and rejects
 * only when no answer came, with an error that has a code. Bodies go out byte for byte: a signature covers them.
 */
export class HttpCaller {
  private readonly base: URL;
  private readonly agent: PlainAgent;

  constructor(url: string) {
    this.base = new URL(url);
    const options = { keepAlive: true, maxSockets: SOCKETS_MAX };
    this.agent = this.isSecure ? new SecureAgent(options) : new PlainAgent(options);
  }

  call({ method, path, headers = {}, body, timeoutMs = TIMEOUT_MS }: HttpCall): Promise<HttpAnswer> {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    return new Promise((resolve, reject) => {
      const send = this.isSecure ? secureRequest : plainRequest;
      const sent = send(
        new URL(path, this.base),
        {
          method,
          agent: this.agent,
          headers: {
            'content-type': 'application/json',
            ...headers,
            ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }),
          },
        },
        (incoming) => {
          readText(incoming).then((text) => resolve({ status: incoming.statusCode ?? 0, text }), reject);
        },
      );
      sent.setTimeout(timeoutMs, () =>
        sent.destroy(Object.assign(new Error(`${method} ${path}: no answer in ${timeoutMs} ms`), { code: 'ETIMEDOUT' })),
      );
      sent.once('error', reject);
      sent.end(bytes);
    });
  }

  /** Ends the kept connections; a process with open ones would not end by itself at once. */
  close(): void {
    this.agent.destroy();
  }

  private get isSecure(): boolean {
    return this.base.protocol === 'https:';
  }
}

function readText(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    // An answer that is cut off ends by an error, never by a half text.
    incoming.once('error', reject);
  });
}
