/** A surface refused a request, or did not answer it. */
export class SurfaceError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The surface's stable word for it (its `code`, on the catalog its `type`); `no_answer` without an answer. */
  readonly code: string;
  /** What the surface adds for whoever asked: the field, the bound, the expected form. */
  readonly details: Readonly<Record<string, unknown>>;
  /** How long the surface asks to be left alone; null when it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    known: Pick<SurfaceError, 'status' | 'code'> & Partial<Pick<SurfaceError, 'details' | 'retryAfterSeconds'>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'SurfaceError';
    this.status = known.status;
    this.code = known.code;
    this.details = known.details ?? {};
    this.retryAfterSeconds = known.retryAfterSeconds ?? null;
  }
}

/** A refusal in the words of its surface: `error`, and beside it `code` and `details` or, on the catalog, `type`. */
export function refusalOf(status: number, text: string, retryAfter: string | null): SurfaceError {
  const { error, code, type, details } = fieldsOf(text);
  const word = [code, type].find((each): each is string => typeof each === 'string') ?? `http_${status}`;
  const seconds = Number(retryAfter ?? Number.NaN);
  return new SurfaceError(typeof error === 'string' ? error : `HTTP ${status}`, {
    status,
    code: word,
    details: typeof details === 'object' && details !== null ? { ...details } : {},
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  });
}

/** No answer came: no connection, or none that the browser lets the page see. */
export function silenceOf(url: string, cause: unknown): SurfaceError {
  const host = new URL(url).host;
  return new SurfaceError(`${host} does not answer`, { status: 0, code: 'no_answer' }, { cause });
}

/** What stands before a surface says these when the surface itself says nothing; a surface's own have a code. */
const NOBODY_THERE = new Set([502, 503, 504]);

/** Whether it was the surface that said nothing, rather than refused. */
export function isSilent(error: Error): boolean {
  if (!(error instanceof SurfaceError)) return false;
  return error.status === 0 || (NOBODY_THERE.has(error.status) && error.code === `http_${error.status}`);
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
