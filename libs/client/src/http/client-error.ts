/** Details of a failed request. */
export interface Failure {
  /** HTTP status; 0 when no response arrived. */
  readonly status: number;
  /** The service's stable error code, such as `invalid_signature`; without a response, the cause's code, such as `ETIMEDOUT`. */
  readonly code: string;
  /** The response body or the stream's message, unchanged; empty without a response. */
  readonly text: string;
  /** Details that the service adds to the error, for the caller to act upon. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Every failure of the client: the service refused the request, sent an unexpected response, or did not respond. */
export class ClientError extends Error implements Failure {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    { status, code, text, details }: Partial<Failure> & Pick<Failure, 'code'>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ClientError';
    this.status = status ?? 0;
    this.code = code;
    this.text = text ?? '';
    this.details = details ?? {};
  }
}

/** Parses an error response: `error`, with `code` and `details` or, from the catalog, with `type`. */
export function refusal(status: number, text: string): ClientError {
  const body = fieldsOf(text);
  const message = typeof body['error'] === 'string' ? body['error'] : `HTTP ${status}`;
  const code = [body['code'], body['type']].find((word) => typeof word === 'string') ?? `http_${status}`;
  const details = typeof body['details'] === 'object' && body['details'] !== null ? { ...body['details'] } : {};
  return new ClientError(message, { status, code, text, details });
}

/** No response arrived. */
export function silence(what: string, cause: unknown): ClientError {
  if (cause instanceof ClientError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : 'no_answer';
  return new ClientError(`${what}: ${reason}`, { code }, { cause });
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
