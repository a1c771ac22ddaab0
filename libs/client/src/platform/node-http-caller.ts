import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { silence } from '../http/client-error';
import { TIMEOUT_MS, type HttpAnswer, type HttpCall, type Transport } from '../http/transport';

const SOCKETS_MAX = 64;

/** Requests with Node's http module over keep-alive connections. */
export class HttpCaller implements Transport {
  private readonly base: URL;
  private readonly agent: PlainAgent;

  constructor(url: string) {
    this.base = new URL(url);
    const options = { keepAlive: true, maxSockets: SOCKETS_MAX };
    this.agent = this.isSecure ? new SecureAgent(options) : new PlainAgent(options);
  }

  async call({ method, path, headers = {}, body, signal, timeoutMs = TIMEOUT_MS }: HttpCall): Promise<HttpAnswer> {
    const bytes = body === undefined ? undefined : bytesOf(body);
    const options = {
      method,
      agent: this.agent,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }),
      },
      ...(signal === undefined ? {} : { signal }),
    };
    const send = this.isSecure ? secureRequest : plainRequest;
    const target = new URL(path, this.base);
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<HttpAnswer>((resolve, reject) => {
        const sent = send(target, options, (incoming) => {
          readText(incoming).then((text) => resolve({ status: incoming.statusCode ?? 0, text }), reject);
        });
        timer = setTimeout(() => sent.destroy(timedOut(timeoutMs)), timeoutMs);
        sent.once('error', reject);
        sent.end(bytes);
      });
    } catch (error) {
      throw silence(`${method} ${target.href}`, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the keep-alive connections; open ones would delay the end of the process. */
  close(): void {
    this.agent.destroy();
  }

  private get isSecure(): boolean {
    return this.base.protocol === 'https:';
  }
}

function bytesOf(body: Uint8Array | string): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function timedOut(timeoutMs: number): Error {
  return Object.assign(new Error(`no response within ${timeoutMs} ms`), { code: 'ETIMEDOUT' });
}

function readText(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    // A truncated response raises an error; a partial text is never returned.
    incoming.once('error', reject);
  });
}
