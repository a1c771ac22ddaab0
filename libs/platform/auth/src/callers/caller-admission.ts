import type { IncomingMessage } from 'node:http';

/** May refuse an authenticated caller's request, e.g. one beyond a limit. */
export interface CallerAdmission {
  /** Throws the refusal. */
  admit(request: IncomingMessage, apiKey: string): void;
}

/** Injection token of the service's CallerAdmission, or null. */
export const CALLER_ADMISSION = Symbol('CallerAdmission');
