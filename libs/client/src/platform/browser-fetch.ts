import { silence } from '../http/client-error';
import { TIMEOUT_MS, type HttpAnswer, type HttpCall, type Transport } from '../http/transport';

/** Calls with the browser's fetch. A read without a key stays a simple request, which needs no CORS preflight. */
export class FetchCaller implements Transport {
  constructor(private readonly url: string) {}

  async call({ method, path, headers = {}, body, signal, timeoutMs = TIMEOUT_MS }: HttpCall): Promise<HttpAnswer> {
    const target = new URL(path, this.url);
    const ending = new AbortController();
    const abort = (): void => ending.abort(coded('ABORT_ERR', 'the call was aborted'));
    const timer = setTimeout(() => ending.abort(coded('ETIMEDOUT', `no response within ${timeoutMs} ms`)), timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    try {
      const answer = await fetch(target, {
        method,
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
        signal: ending.signal,
        credentials: 'omit',
      });
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      throw silence(`${method} ${target.href}`, ending.signal.aborted ? ending.signal.reason : error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  close(): void {
    // The browser manages the connections.
  }
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
