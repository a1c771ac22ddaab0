import type { IncomingMessage } from 'node:http';

/** May refuse a caller's request although it is his: he asks too often, for one. */
export interface CallerAdmission {
  /** Throws the refusal. */
  admit(request: IncomingMessage, apiKey: string): void;
}

/** Injects the surface's CallerAdmission, or null. */
export const CALLER_ADMISSION = Symbol('CallerAdmission');
