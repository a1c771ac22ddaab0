/**
 * A refusal that the caller may read. The message says what to change; `code` is stable for machines; `details` helps the caller
 * act and never contains a secret. Each service writes it in its own error body. It has no stack: nobody reads where a refusal
 * was created, and capturing the stack costs more than the rest of one. Source: interface, Errors.
 */
export class HttpFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string,
    readonly details?: Readonly<Record<string, unknown>>,
    readonly headers?: Readonly<Record<string, string>>,
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'HttpFailure';
  }
}
