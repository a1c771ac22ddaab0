/** What of a failed request is known. */
export interface Failure {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /**
   * The surface's stable word for the refusal, such as `invalid_signature`; without an answer the cause's, such as `ETIMEDOUT`.
   */
  readonly code: string;
  /** The body as it came; empty without an answer. */
  readonly text: string;
  /** What the surface adds for the caller to act upon. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Every failure of the client: a surface refused, answered something else than promised, or did not answer. */
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

/** A refusal as its surface words it: `error`, and beside it `code` and `details` or, on the catalog, `type`. */
export function refusal(status: number, text: string): ClientError {
  const body = fieldsOf(text);
  const message = typeof body['error'] === 'string' ? body['error'] : `HTTP ${status}`;
  const code = [body['code'], body['type']].find((word) => typeof word === 'string') ?? `http_${status}`;
  const details = typeof body['details'] === 'object' && body['details'] !== null ? { ...body['details'] } : {};
  return new ClientError(message, { status, code, text, details });
}

/** A failure to get any answer. */
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
