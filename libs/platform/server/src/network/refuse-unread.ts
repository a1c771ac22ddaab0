import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FailureAnswers } from '../failure-answers';
import { HttpFailure } from '../http-failure';
import { afterAnswers, answerUnderWay } from './pending-answers';
import { refuseSocket } from './refuse-socket';

/** Refusals of node's parser and timeouts, by the code of the cause; anything else is not HTTP. */
const REFUSALS: Readonly<Record<string, (headBytes: number) => HttpFailure>> = {
  HPE_HEADER_OVERFLOW: (headBytes) =>
    new HttpFailure(431, `the maximum is ${headBytes} bytes of first line and headers, and 100 headers`, 'head_too_large', {
      maximumBytes: headBytes,
    }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new HttpFailure(413, 'the extensions of a chunk are too large', 'body_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new HttpFailure(408, 'the request did not arrive in time', 'request_timeout'),
};
const NO_HTTP = new HttpFailure(400, 'this is not an HTTP/1.1 request', 'malformed_request');
const NO_HOST = new HttpFailure(400, 'an HTTP/1.1 request needs a Host header', 'missing_host', undefined, {
  Connection: 'close',
});
const EXPECTATION = new HttpFailure(417, 'the only supported expectation is 100-continue', 'expectation_failed', undefined, {
  Connection: 'close',
});

/**
 * Sends the service's own error body for what node refuses before it is a request. Node's responses have no body, and no page of
 * another origin may read them. It covers unparsable, too large and late requests, and expectations.
 */
export function refuseUnread(server: Server, failures: FailureAnswers, headBytes: number): void {
  const refused = new WeakSet<Socket>();
  server.on('clientError', (cause: NodeJS.ErrnoException, socket: Socket) => {
    // The parser refuses the following bytes again, until the peer has read the response.
    if (refused.has(socket)) return;
    if (!socket.writable) return void socket.destroy();
    refused.add(socket);
    afterAnswers(socket, () => refuse(cause, socket));
  });
  const refuse = (cause: NodeJS.ErrnoException, socket: Socket): void => {
    // A response has begun: further bytes would be read as its body.
    if (answerUnderWay(socket)?.headersSent === true) return void socket.destroy();
    const failure = REFUSALS[cause.code ?? '']?.(headBytes) ?? NO_HTTP;
    refuseSocket(socket, failure, failures.reported(failure, { path: '' }));
    // The parser still reads a late request: it must not be executed when it completes.
    if (failure.status === 408) socket.destroySoon();
  };
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    failures.answer(EXPECTATION, request, response),
  );
}

/**
 * Whether an HTTP/1.1 request lacks its Host header, which node would refuse without a body; the server is configured not to
 * check it.
 */
export function hostRefusal({ httpVersion, headers }: IncomingMessage): HttpFailure | null {
  return httpVersion === '1.1' && headers.host === undefined ? NO_HOST : null;
}
