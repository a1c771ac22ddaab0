/**
 * A refusal that the caller may read. The message says what to change; `code` is stable for machines; `details` helps the caller
 * act and never contains a secret. It has no stack: nobody reads where a refusal was created, and capturing the stack costs more
 * than the rest of one. Source: interface, Errors.
 */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly details?: Readonly<Record<string, unknown>>,
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = new.target.name;
  }
}

/** A refusal with its HTTP status. Each service writes it in its own error body. */
export class HttpFailure extends Refusal {
  constructor(
    readonly status: number,
    message: string,
    code: string,
    details?: Readonly<Record<string, unknown>>,
    readonly headers?: Readonly<Record<string, string>>,
  ) {
    super(message, code, details);
  }
}

/**
 * Temporarily impossible; the caller should retry. Thrown by code that is independent of HTTP, where it becomes 503 with
 * Retry-After.
 */
export class Unavailable extends Refusal {}

/** Its HTTP form: 503 with the seconds until a retry. */
export function unavailable({ message, code, details }: Refusal, retryAfterSeconds = '1'): HttpFailure {
  return new HttpFailure(503, message, code, details, { 'Retry-After': retryAfterSeconds });
}
