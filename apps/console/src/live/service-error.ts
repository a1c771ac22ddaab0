import { fieldsOf, jsonFields, type Fields } from './fields-of';

/** A service refused a request, or did not respond. */
export class ServiceError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The service's stable error code (`code`; on the catalog `type`); `no_answer` without a response. */
  readonly code: string;
  /** Details for the caller: the field, the limit, the expected form. */
  readonly details: Fields;
  /** Seconds to wait before a retry; null when the service names none. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    known: Pick<ServiceError, 'status' | 'code'> & Partial<Pick<ServiceError, 'details' | 'retryAfterSeconds'>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ServiceError';
    this.status = known.status;
    this.code = known.code;
    this.details = known.details ?? {};
    this.retryAfterSeconds = known.retryAfterSeconds ?? null;
  }
}

/** Parses an error response: `error`, with `code` and `details` or, from the catalog, with `type`. */
export function refusalOf(status: number, text: string, retryAfter: string | null): ServiceError {
  const { error, code, type, details } = jsonFields(text);
  const word = [code, type].find((each): each is string => typeof each === 'string') ?? `http_${status}`;
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ServiceError(typeof error === 'string' ? error : `HTTP ${status}`, {
    status,
    code: word,
    details: fieldsOf(details),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  });
}

/** No response: no connection, or a response that the browser hides from the page. */
export function silenceOf(url: string, cause: unknown): ServiceError {
  const host = new URL(url).host;
  return new ServiceError(`${host} does not answer`, { status: 0, code: 'no_answer' }, { cause });
}

/** A proxy returns these when the service does not respond; the service's own errors have a code. */
const NOBODY_THERE = new Set([502, 503, 504]);

/** Whether the service did not respond, rather than refused. */
export function isSilent(error: Error): boolean {
  if (!(error instanceof ServiceError)) return false;
  return error.status === 0 || (NOBODY_THERE.has(error.status) && error.code === `http_${error.status}`);
}

/** Whether a retry would be refused again: 4xx except "too many requests" and "timeout". */
export function isForGood(fault: unknown): boolean {
  const status = fault instanceof Error && 'status' in fault ? Number(fault.status) : 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
